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

  /// A value of a rank, of which no length is declared.
  static func open(_ name: String, _ rank: Int) -> Wire {
    .message(
      .text(1, name),
      .message(
        2,
        .message(
          1, .integer(1, 11), .integer(2, rank),
          (0..<rank).map { _ in .message(3, .message(2)) }.joined())))
  }

  /// A value of packed numbers in the file.
  static func bytes(_ bytes: [UInt8], _ shape: [Int], _ code: Int) -> Wire {
    .message(
      .bytes(2, type(shape, code).bytes), .message(3, .message(1, .message(7, .bytes(1, bytes)))))
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

  static func longIntegers(_ numbers: [Int], _ shape: [Int]) -> Wire {
    .message(
      .bytes(2, type(shape, 24).bytes),
      .message(3, .message(1, .message(5, .integers(1, numbers)))))
  }

  /// A list of values.
  static func list(_ values: [Wire], _ code: Int) -> Wire {
    .message(
      .message(2, .message(2, .bytes(1, type([], code).bytes))),
      .message(3, .message(3, values.map { .bytes(1, $0.bytes) }.joined())))
  }

  /// A value in a weight file.
  static func blob(_ path: String, _ offset: Int, _ shape: [Int]) -> Wire {
    .message(
      .bytes(2, type(shape).bytes), .message(5, .text(1, path), .integer(2, offset)))
  }

  /// An operation; inputs are names of values, or values, and lists are inputs of several.
  static func operation(
    _ type: String, named name: String = "op", inputs: [(String, Wire)] = [],
    lists: [(String, [Wire])] = [], outputs: [Wire] = [named("y", [2])], value: Wire? = nil,
    blocks: [Wire] = [], attributes: [(String, Wire)] = []
  ) -> Wire {
    let inputs = inputs.map { ($0.0, [$0.1]) } + lists
    return .message(
      .text(1, type),
      inputs.map { name, bindings in
        .message(2, .text(1, name), .message(2, bindings.map { .message(1, $0) }.joined()))
      }.joined(),
      outputs.map { .bytes(3, $0.bytes) }.joined(), blocks.map { .bytes(4, $0.bytes) }.joined(),
      .message(
        5, .text(1, "name"),
        .message(
          2, .bytes(2, Self.type([], 2).bytes),
          .message(3, .message(1, .message(4, .text(1, name)))))),
      (attributes + (value.map { [("val", $0)] } ?? [])).map {
        .message(5, .text(1, $0.0), .bytes(2, $0.1.bytes))
      }.joined())
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
    model([(function, operations)], outputs: outputs, output: output)
  }

  /// A model of a program of several functions.
  static func model(
    _ functions: [(name: String, operations: [Wire])], outputs: [String] = ["y"],
    output: Wire = TestModel.output("y", [2])
  ) -> [UInt8] {
    TestModel.model(
      inputs: [TestModel.array("x", [2])], outputs: [output],
      type: .message(
        502, .integer(1, 1),
        functions.map { name, operations in
          .message(
            2, .text(1, name),
            .message(
              2, .bytes(1, named("x", [2]).bytes), .text(2, "CoreML5"),
              .message(
                3, .text(1, "CoreML5"), .bytes(2, block(outputs: outputs, operations).bytes))))
        }.joined()))
  }

  /// A weight file of vectors of single precision: the first record lies at 64, the others 128
  /// bytes further each, if no vector has more than 16 numbers.
  static func weightFile(_ vectors: [[Float]]) -> [UInt8] {
    func little(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
    }
    var bytes = padded(little(UInt64(vectors.count), 4) + little(2, 4))
    for vector in vectors {
      bytes += padded(
        little(0xDEAD_BEEF, 4) + little(2, 4) + little(UInt64(4 * vector.count), 8)
          + little(UInt64(bytes.count + 64), 8))
      bytes += padded(vector.flatMap { little(UInt64($0.bitPattern), 4) })
    }
    return bytes
  }
}
