import CoreML
import Testing

/// ML Programs of one operation or a few.
@Suite struct OperationTests {
  @Test(arguments: NetworkCase.cases(in: "operations.json"))
  func operationsGiveWhatPyTorchGives(_ program: NetworkCase) throws {
    try program.check(try program.predict())
  }

  @Test(arguments: NetworkCase.cases(in: "primitives.json"))
  func operationsByHandGiveWhatTheirDefinitionsSay(_ program: NetworkCase) throws {
    try program.check(try program.predict())
  }
}
