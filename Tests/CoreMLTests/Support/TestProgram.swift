import TestSupport

/// ML Programs written by hand, so that a test can break any part of them.
enum TestProgram {
  /// A tensor type: 11 is single precision, 23 an integer of 32 bits, 2 a text.
  static func type(_ shape: [Int], _ code: Int = 11) -> Wire {
    .message(
      .message(
        1, .integer(1, code), .integer(2, shape.count),
        shape.map { .message(3, .message(1, .integer(1, $0))) }.joined()))
  }

  static func named(_ name: String, _ shape: [Int], _ code: Int = 11) -> Wire {
    .message(.text(1, name), .bytes(2, type(shape, code).bytes))
  }

  /// A value of numbers in the file.
  static func floats(_ numbers: [Float], _ shape: [Int]) -> Wire {
    .message(
      .bytes(2, type(shape).bytes), .message(3, .message(1, .message(1, .floats(1, numbers)))))
  }

  static func integers(_ numbers: [Int], _ shape: [Int]) -> Wire {
    .message(
      .bytes(2, type(shape, 23).bytes),
      .message(3, .message(1, .message(2, .integers(1, numbers)))))
  }

  /// A value in a weight file.
  static func blob(_ path: String, _ offset: Int, _ shape: [Int]) -> Wire {
    .message(
      .bytes(2, type(shape).bytes), .message(5, .text(1, path), .integer(2, offset)))
  }

  /// An operation; inputs are names of values, or values.
  static func operation(
    _ type: String, named name: String = "op", inputs: [(String, Wire)] = [],
    outputs: [Wire] = [named("y", [2])], value: Wire? = nil, blocks: [Wire] = []
  ) -> Wire {
    .message(
      .text(1, type),
      inputs.map { .message(2, .text(1, $0.0), .message(2, .message(1, $0.1))) }.joined(),
      outputs.map { .bytes(3, $0.bytes) }.joined(), blocks.map { .bytes(4, $0.bytes) }.joined(),
      .message(
        5, .text(1, "name"),
        .message(
          2, .bytes(2, Self.type([], 2).bytes),
          .message(3, .message(1, .message(4, .text(1, name)))))),
      value.map { .message(5, .text(1, "val"), .bytes(2, $0.bytes)) } ?? .message())
  }

  /// An argument that names a value.
  static func name(_ name: String) -> Wire { .text(1, name) }

  /// An argument that is a value.
  static func value(_ value: Wire) -> Wire { .bytes(2, value.bytes) }

  static func block(inputs: [Wire] = [], outputs: [String], _ operations: [Wire]) -> Wire {
    .message(
      inputs.map { .bytes(1, $0.bytes) }.joined(), outputs.map { .text(2, $0) }.joined(),
      operations.map { .bytes(3, $0.bytes) }.joined())
  }

  /// A model of a program from an array `x` of two numbers to an array `y`.
  static func model(
    _ operations: [Wire], function: String = "main", outputs: [String] = ["y"],
    output: Wire = TestModel.output("y", [2])
  ) -> [UInt8] {
    TestModel.model(
      inputs: [TestModel.array("x", [2])], outputs: [output],
      type: .message(
        502, .integer(1, 1),
        .message(
          2, .text(1, function),
          .message(
            2, .bytes(1, named("x", [2]).bytes), .text(2, "CoreML5"),
            .message(
              3, .text(1, "CoreML5"), .bytes(2, block(outputs: outputs, operations).bytes))))))
  }
}
