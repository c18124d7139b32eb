import Testing

@Suite struct LayerTests {
  @Test(arguments: NetworkCase.cases(in: "layers-images.json"))
  func imageLayersGiveWhatPyTorchGives(_ layer: NetworkCase) throws {
    try layer.check(try layer.predict())
  }

  @Test(arguments: NetworkCase.cases(in: "layers-arithmetic.json"))
  func arithmeticLayersGiveWhatNumPyGives(_ layer: NetworkCase) throws {
    try layer.check(try layer.predict())
  }

  @Test(arguments: NetworkCase.cases(in: "layers-dense.json"))
  func denseAndReducingLayersGiveWhatPyTorchGives(_ layer: NetworkCase) throws {
    try layer.check(try layer.predict())
  }

  @Test(arguments: NetworkCase.cases(in: "layers-shapes.json"))
  func shapingLayersGiveWhatNumPyGives(_ layer: NetworkCase) throws {
    try layer.check(try layer.predict())
  }

  @Test(arguments: NetworkCase.cases(in: "layers-recurrent.json"))
  func recurrentLayersGiveWhatPyTorchGives(_ layer: NetworkCase) throws {
    try layer.check(try layer.predict())
  }
}
