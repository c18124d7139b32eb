import CoreML
import Foundation
import TestSupport
import Testing

/// ML Programs that are no usable programs, and what the error must say about them.
@Suite struct HostileProgramTests {
  private typealias P = TestProgram

  private static let relu = P.operation("relu", named: "act", inputs: [("x", P.name("x"))])

  private static func add(_ value: Wire) -> Wire {
    P.operation("add", named: "sum", inputs: [("x", P.name("x")), ("y", P.value(value))])
  }

  /// A loop over one state with a condition and a body.
  private static func loop(_ condition: [Wire], _ body: [Wire]) -> Wire {
    let state = P.named("s", [2])
    return P.operation(
      "while_loop", named: "loop", inputs: [("loop_vars", P.name("x"))],
      blocks: [
        P.block(inputs: [state], outputs: ["c"], condition),
        P.block(inputs: [state], outputs: ["t"], body),
      ])
  }

  private static let goesOn = P.operation(
    "const", named: "yes", outputs: [P.named("c", [], 23)], value: P.integers([1], []))

  static let files: [HostileFile] = [
    HostileFile(
      "an unknown operation", P.model([P.operation("fft", named: "spectrum")]), .generic,
      "mlProgram", "operation 0 'spectrum' (fft)", "one that this package runs"),
    HostileFile(
      "a missing input", P.model([P.operation("relu", inputs: [("x", P.name("nothing"))])]),
      .generic, "operation 0 'op' (relu)", "'nothing'"),
    HostileFile(
      "no input at all", P.model([P.operation("relu")]), .generic, "(relu)", "no x"),
    HostileFile(
      "an output that nothing makes", P.model([relu], output: TestModel.output("z", [2])),
      .generic, "output 'z'", "no operation"),
    HostileFile(
      "no operations", P.model([Wire]()), .generic, "output 'y'", "no operation that makes it"),
    HostileFile(
      "a constant of too few numbers", P.model([add(P.floats([1], [2]))]), .generic,
      "operation 0 'sum' (add)", "found 1 elements", "expected 2"),
    HostileFile(
      "an enormous constant", P.model([add(P.floats([1], [1 << 40, 1 << 40]))]), .generic,
      "'sum'", "a constant of shape"),
    HostileFile(
      "a negative length", P.model([add(P.floats([1], [-1]))]), .generic, "'sum'"),
    HostileFile(
      "shapes that do not fit", P.model([add(P.floats([1, 2, 3], [3]))]), .generic,
      "operation 0 'sum' (add)", "[2]", "[3]"),
    HostileFile(
      "a declared shape that is another",
      P.model([
        P.operation("relu", inputs: [("x", P.name("x"))], outputs: [P.named("y", [5])])
      ]), .generic, "(relu)", "'y'", "[2]"),
    HostileFile(
      "weights in a file that is not there",
      P.model([add(P.blob("@model_path/weights/weight.bin", 64, [2]))]), .io, "weight.bin"),
    HostileFile(
      "weights outside the folder",
      P.model([add(P.blob("@model_path/../../../etc/passwd", 64, [2]))]), .generic,
      "inside the model's folder"),
    HostileFile(
      "weights at an absolute path", P.model([add(P.blob("/etc/passwd", 64, [2]))]), .generic,
      "'/etc/passwd'", "@model_path/"),
    HostileFile(
      "a loop without end",
      P.model([
        loop(
          [goesOn],
          [
            P.operation("relu", inputs: [("x", P.name("s"))], outputs: [P.named("t", [2])])
          ])
      ]), .generic, "operation 0 'loop' (while_loop)", "at most"),
    HostileFile(
      "a loop without end that does nothing",
      P.model([
        loop(
          [goesOn],
          [
            P.operation("identity", inputs: [("x", P.name("s"))], outputs: [P.named("t", [2])])
          ])
      ]), .generic, "(while_loop)", "operations"),
    HostileFile(
      "a loop without end over a long text",
      P.model([
        loop(
          [goesOn],
          [
            P.operation(
              "identity", named: String(repeating: "long ", count: 100_000),
              inputs: [("x", P.name("s"))], outputs: [P.named("t", [2])])
          ])
      ]), .generic, "(while_loop)", "bytes again"),
    HostileFile(
      "a loop that doubles its state",
      P.model([
        P.operation(
          "while_loop", named: "loop", inputs: [("loop_vars", P.name("x"))],
          outputs: [P.open("y", 1)],
          blocks: [
            P.block(inputs: [P.open("s", 1)], outputs: ["c"], [goesOn]),
            P.block(
              inputs: [P.open("s", 1)], outputs: ["t"],
              [
                P.operation(
                  "concat", inputs: [("axis", P.value(P.integers([0], [])))],
                  lists: [("values", [P.name("s"), P.name("s")])], outputs: [P.open("t", 1)])
              ]),
          ])
      ]), .generic, "(while_loop)", "at most"),
    HostileFile(
      "a length that overflows beside a length of zero",
      P.model([add(P.floats([], [0, Int.max]))]), .generic, "'sum'", "a constant of shape"),
    HostileFile(
      "a slice that overflows",
      P.model([
        P.operation(
          "slice_by_index", named: "part",
          inputs: [
            ("x", P.name("x")), ("begin", P.value(P.longIntegers([Int.max], [1]))),
            ("end", P.value(P.longIntegers([Int.min], [1]))),
            ("stride", P.value(P.longIntegers([Int.min], [1]))),
          ])
      ]), .generic, "'part' (slice_by_index)"),
    HostileFile(
      "a list of arrays",
      P.model([
        P.operation(
          "reshape", named: "form",
          inputs: [("x", P.name("x")), ("shape", P.value(P.list([P.integers([1, 2], [2])], 23)))])
      ]), .generic, "'form' (reshape)", "a list of lists or arrays"),
    HostileFile(
      "a loop that ends on a computed value",
      P.model([
        loop(
          [
            P.operation(
              "reduce_max", inputs: [("x", P.name("s"))], outputs: [P.named("c", [])])
          ],
          [P.operation("relu", inputs: [("x", P.name("s"))], outputs: [P.named("t", [2])])])
      ]),
      .generic, "(while_loop)", "computed when the model runs"),
    HostileFile(
      "a fill of an enormous shape",
      P.model([
        P.operation(
          "fill", inputs: [("shape", P.value(P.integers([1 << 30, 1 << 30], [2])))])
      ]), .generic, "(fill)"),
    HostileFile(
      "parameters that are computed",
      P.model([
        P.operation(
          "reshape", named: "form", inputs: [("x", P.name("x")), ("shape", P.name("x"))])
      ]), .generic, "operation 0 'form' (reshape)", "computed when the model runs"),
    HostileFile(
      "weights that are no numbers",
      P.model([
        P.operation(
          "linear",
          inputs: [("x", P.name("x")), ("weight", P.value(P.floats([1, .nan, 1, 1], [2, 2])))])
      ]), .generic, "(linear)", "not finite"),
  ]

  @Test(arguments: files)
  func aHostileProgramIsRefusedWithASentence(_ file: HostileFile) throws {
    let error = #expect(throws: MLModelError.self) { try Fixtures.model(file.bytes) }
    #expect(error?.code == file.code)
    for word in file.words {
      #expect(
        error?.localizedDescription.contains(word) == true, "\(error?.localizedDescription ?? "")")
    }
  }

  @Test func aProgramByHandRuns() throws {
    let model = try Fixtures.model(P.model([Self.add(P.floats([1, 2], [2]))]))
    let output = try model.prediction(
      from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([Float(3), 4])]))
    let y = try #require(output.featureValue(for: "y")?.multiArrayValue)
    #expect(MLShapedArray<Float>(converting: y).scalars == [4, 6])
  }

  /// A weight file: a header, one record at 64, and what lies there.
  private func weightFile(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    func little(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
    let zeros = { [UInt8](repeating: 0, count: $0) }
    var bytes = little(1, 4) + little(2, 4) + zeros(56)
    bytes += little(0xDEAD_BEEF, 4) + little(2, 4) + little(8, 8) + little(128, 8) + zeros(40)
    bytes += little(UInt64(Float(10).bitPattern), 4) + little(UInt64(Float(20).bitPattern), 4)
    change(&bytes)
    return bytes
  }

  private func sum(withWeights bytes: [UInt8], offset: Int = 64) throws -> [Float] {
    let path = "@model_path/weights.bin"
    let program = P.model([Self.add(P.blob(path, offset, [2]))])
    return try Fixtures.withFile(program) { file in
      try Data(bytes).write(
        to: file.deletingLastPathComponent().appendingPathComponent("weights.bin"))
      let model = try MLModel(contentsOf: file)
      let output = try model.prediction(
        from: MLDictionaryFeatureProvider(dictionary: ["x": try MLMultiArray([Float(1), 2])]))
      return MLShapedArray<Float>(
        converting: try #require(output.featureValue(for: "y")?.multiArrayValue)
      ).scalars
    }
  }

  @Test func aWeightFileIsReadAtItsRecords() throws {
    #expect(try sum(withWeights: weightFile { _ in }) == [11, 22])
  }

  @Test(arguments: [0, 63, 65, 128, 1 << 40, -64])
  func anOffsetThatIsNoRecordIsRefused(_ offset: Int) throws {
    let error = #expect(throws: MLModelError.self) {
      try sum(withWeights: weightFile { _ in }, offset: offset)
    }
    #expect(error?.localizedDescription.contains("weights.bin") == true)
  }

  // Position, byte: version, marker, type, size, place of the data.
  @Test(arguments: [(4, 9), (64, 0), (68, 99), (72, 9), (79, 0x7f), (80, 1), (87, 0x7f), (81, 9)])
  func aBrokenRecordIsRefused(_ place: Int, _ byte: UInt8) throws {
    #expect(throws: MLModelError.self) {
      try sum(withWeights: weightFile { $0[place] = byte })
    }
  }

  @Test(arguments: [1, 63, 64, 100, 127, 128, 135])
  func aWeightFileThatIsCutOffIsRefused(_ length: Int) throws {
    #expect(throws: MLModelError.self) {
      try sum(withWeights: Array(weightFile { _ in }.prefix(length)))
    }
  }
}
