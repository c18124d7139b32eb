import Testing

/// Small audio networks as neural networks that coremltools made.
@Suite struct NetworkTests {
  @Test(arguments: NetworkCase.cases(in: "networks.json"))
  func networksGiveWhatPyTorchGives(_ network: NetworkCase) throws {
    try network.check(try network.predict())
  }
}
