import Foundation
import NeuralNet
import TestSupport
import Testing

@testable import CoreML

/// What reading a program may cost, and what is made once.
@Suite struct ProgramBudgetTests {
  private typealias P = TestProgram

  private static let many = [Float](repeating: 1, count: 300)

  /// The function of a program from an array `x` of some shape.
  private func function(_ operations: [Wire]) throws -> Message {
    let message = try ModelMessage(P.model(operations).span).root
    let functions = try #require(message.message("ml_program")).messages("functions")
    return try #require(functions.first?.message("value"))
  }

  @discardableResult
  private func read(
    _ operations: [Wire], x: [Int] = [300], cache: ConstantCache = ConstantCache(),
    limits: ProgramBudget.Limits = ProgramBudget.Limits()
  ) throws -> ProgramReader {
    try read(try function(operations), x: x, cache: cache, limits: limits)
  }

  private func read(
    _ function: Message, x: [Int], cache: ConstantCache,
    limits: ProgramBudget.Limits = ProgramBudget.Limits()
  ) throws -> ProgramReader {
    var reader = ProgramReader(blobs: nil, cache: cache, limits: limits)
    let input = ProgramValue.Computed(name: "x", shape: x, type: .float32)
    _ = try reader.read(function, inputs: ["x": .computed(input)])
    return reader
  }

  private func add(_ y: Wire, _ output: String = "y") -> Wire {
    P.operation("add", inputs: [("x", P.name("x")), ("y", y)], outputs: [P.open(output, 1)])
  }

  private func constant(_ name: String, _ value: Wire, _ shape: [Int]) -> Wire {
    P.operation("const", named: name, outputs: [P.named(name, shape)], value: value)
  }

  // Counting ---------------------------------------------------------------------------------------

  @Test func valuesInArgumentsCountLikeConstants() throws {
    let limits = ProgramBudget.Limits(numberCount: 1000)
    let value = P.value(P.floats(Self.many, [300]))
    try read((0..<3).map { add(value, "y\($0)") }, limits: limits)
    let error = #expect(throws: ModelFileError.self) {
      try read((0..<4).map { add(value, "y\($0)") }, limits: limits)
    }
    #expect(error?.description.contains("1000 numbers in all constants") == true)
  }

  @Test func aConstantThatManyOperationsReadCountsOnce() throws {
    let operations =
      [constant("w", P.floats(Self.many, [300]), [300])]
      + (0..<20).map { add(P.name("w"), "y\($0)") }
    try read(operations, limits: ProgramBudget.Limits(numberCount: 1000))
  }

  @Test func argumentsCount() throws {
    let names = (0..<50).map { _ in ("values", P.name("x")) }
    let concat = P.operation(
      "concat", inputs: [("axis", P.value(P.integers([0], [])))],
      lists: [("values", names.map(\.1))], outputs: [P.open("y", 1)])
    try read([concat], limits: ProgramBudget.Limits(argumentCount: 51))
    let error = #expect(throws: ModelFileError.self) {
      try read([concat], limits: ProgramBudget.Limits(argumentCount: 50))
    }
    #expect(error?.description.contains("50 arguments") == true)
  }

  /// A loop of so many turns whose body adds a value.
  private func loop(turns: Int, _ value: Wire) -> Wire {
    let state = [P.named("i", [], 23), P.open("s", 1)]
    return P.operation(
      "while_loop", named: "loop",
      lists: [("loop_vars", [P.value(P.integers([0], [])), P.name("x")])],
      outputs: [P.named("n", [], 23), P.open("y", 1)],
      blocks: [
        P.block(
          inputs: state, outputs: ["goesOn"],
          [
            P.operation(
              "less", inputs: [("x", P.name("i")), ("y", P.value(P.integers([turns], [])))],
              outputs: [P.named("goesOn", [], 1)])
          ]),
        P.block(
          inputs: state, outputs: ["j", "t"],
          [
            P.operation(
              "add", inputs: [("x", P.name("i")), ("y", P.value(P.integers([1], [])))],
              outputs: [P.named("j", [], 23)]),
            P.operation(
              "add", inputs: [("x", P.name("s")), ("y", value)], outputs: [P.open("t", 1)]),
          ]),
      ])
  }

  @Test func aLargeValueInALoopCountsOnce() throws {
    let reader = try read(
      [loop(turns: 10, P.value(P.floats(Self.many, [300])))],
      limits: ProgramBudget.Limits(numberCount: 1000))
    #expect(reader.builder.layers.filter { $0.operation is Elementwise }.count == 10)
    #expect(reader.builder.layers.filter { $0.operation is Constant }.count == 1)
  }

  @Test func whatALoopReadsAgainCounts() throws {
    let value = P.value(P.floats(Self.many, [300]))
    try read([loop(turns: 3, value)], limits: ProgramBudget.Limits(repeatedByteCount: 6000))
    let error = #expect(throws: ModelFileError.self) {
      try read([loop(turns: 30, value)], limits: ProgramBudget.Limits(repeatedByteCount: 6000))
    }
    #expect(error?.description.contains("read more than 6000 bytes again") == true)
  }

  @Test func operationsOfInnerLoopsCount() throws {
    let inner = loop(turns: 50, P.value(P.floats([1], [])))
    let state = [P.open("s", 1)]
    let outer = P.operation(
      "while_loop", named: "outer", inputs: [("loop_vars", P.name("x"))],
      outputs: [P.open("z", 1)],
      blocks: [
        P.block(
          inputs: state, outputs: ["c"],
          [P.operation("const", outputs: [P.named("c", [], 23)], value: P.integers([1], []))]),
        P.block(inputs: state, outputs: ["s"], [inner]),
      ])
    let error = #expect(throws: ModelFileError.self) {
      try read([outer], limits: ProgramBudget.Limits(operationCount: 1000))
    }
    #expect(error?.description.contains("1000 operations") == true)
  }

  @Test func numbersThatOperationsMakeCount() throws {
    let fill = P.operation(
      "fill", inputs: [("shape", P.value(P.integers([400], [1])))], outputs: [P.named("y", [400])])
    try read([fill], limits: ProgramBudget.Limits(numberCount: 1000))
    #expect(throws: ModelFileError.self) {
      try read([fill], limits: ProgramBudget.Limits(numberCount: 500))
    }
  }

  // Sharing ----------------------------------------------------------------------------------------

  /// Weights that unpack to (30, 10): bytes, a scale and a zero point in attributes.
  private var unpacked: Wire {
    let bytes = P.bytes((0..<300).map { UInt8($0 % 100) }, [30, 10], 21)
    return P.operation(
      "constexpr_affine_dequantize", named: "w", outputs: [P.named("w", [30, 10])],
      attributes: [
        ("quantized_data", bytes), ("scale", P.floats([0.5], [])),
        ("zero_point", P.bytes([2], [], 21)), ("axis", P.integers([0], [])),
      ])
  }

  private func linear(_ output: String) -> Wire {
    P.operation(
      "linear", inputs: [("x", P.name("x")), ("weight", P.name("w"))],
      outputs: [P.open(output, 2)])
  }

  private func product(_ output: String) -> Wire {
    P.operation(
      "matmul", inputs: [("x", P.name("x")), ("y", P.name("w"))], outputs: [P.open(output, 2)])
  }

  private func denseWeights(_ reader: ProgramReader) -> [Weights] {
    reader.builder.layers.compactMap { ($0.operation as? Dense)?.weights }
  }

  @Test func compressedWeightsAreUnpackedOnceForAllShapes() throws {
    let (function, cache) = (try function([unpacked, linear("y")]), ConstantCache())
    let first = denseWeights(try read(function, x: [1, 10], cache: cache))
    let second = denseWeights(try read(function, x: [7, 10], cache: cache))
    #expect(first.count == 1 && second.count == 1)
    #expect(first[0] === second[0])
    #expect(first[0].scalars.prefix(4).elementsEqual([-1, -0.5, 0, 0.5]))
  }

  @Test func aMatrixIsTransposedOnceForAllOperationsAndShapes() throws {
    let weights = (0..<300).map { Float($0) }
    let (function, cache) = (
      try function([
        constant("w", P.floats(weights, [10, 30]), [10, 30]), product("a"), product("b"),
      ]), ConstantCache()
    )
    let limits = ProgramBudget.Limits(numberCount: 700)
    let first = denseWeights(try read(function, x: [1, 10], cache: cache, limits: limits))
    let second = denseWeights(try read(function, x: [4, 10], cache: cache, limits: limits))
    #expect(first.count == 2 && second.count == 2)
    #expect(first[0] === first[1] && first[0] === second[1])
    #expect(first[0].shape == [30, 10])
    #expect(first[0].scalars.prefix(3).elementsEqual([0, 30, 60]))
  }

  @Test func gatesAreCutOnceForAllOperations() throws {
    func gru(_ output: String) -> Wire {
      P.operation(
        "gru",
        inputs: [
          ("x", P.name("x")), ("initial_h", P.value(P.floats([0, 0], [1, 2]))),
          ("weight_ih", P.name("w")),
          ("weight_hh", P.value(P.floats(.init(repeating: 1, count: 12), [6, 2]))),
        ], outputs: [P.open(output, 3)])
    }
    let operations = [constant("w", P.floats(Self.many, [6, 50]), [6, 50]), gru("a"), gru("b")]
    let reader = try read(
      operations, x: [3, 1, 50], limits: ProgramBudget.Limits(numberCount: 700))
    let layers = reader.builder.layers.compactMap { $0.operation as? GatedRecurrentUnit }
    try #require(layers.count == 2)
    #expect(layers[0].update.input === layers[1].update.input)
    #expect(layers[0].output.input === layers[1].output.input)
  }

  @Test func scopesFindTheInnermostValue() throws {
    let outer = ProgramScope(["a": .constant(ProgramConstant(integers: [1]))])
    outer["b"] = .constant(ProgramConstant(integers: [2]))
    let inner = ProgramScope(inside: outer)
    inner["a"] = .constant(ProgramConstant(integers: [3]))
    #expect(inner["a"]?.constant?.integers == [3])
    #expect(inner["b"]?.constant?.integers == [2])
    #expect(outer["a"]?.constant?.integers == [1])
    #expect(inner["c"] == nil)
  }
}
