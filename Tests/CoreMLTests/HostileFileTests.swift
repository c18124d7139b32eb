import CoreML
import Foundation
import TestSupport
import Testing

/// A file that is no usable model, and what the error must say about it.
struct HostileFile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let code: MLModelError.Code
  /// Parts of the sentence.
  let words: [String]

  init(_ name: String, _ bytes: [UInt8], _ code: MLModelError.Code, _ words: String...) {
    testDescription = name
    self.bytes = bytes
    self.code = code
    self.words = words
  }

  static let containers: [HostileFile] = [
    HostileFile("an empty file", [], .io, "an empty file"),
    HostileFile("a text", Array("This is no model.\n".utf8), .io, "Core ML model"),
    HostileFile("zeros", Array(repeating: 0, count: 1000), .io, "Core ML model"),
    HostileFile(
      "no type", TestModel.model(inputs: [], outputs: [], type: .message()), .generic,
      "no model type"),
    HostileFile(
      "an unknown type",
      TestModel.model(inputs: [], outputs: [], type: .message(2002, .integer(20, 1))), .generic,
      "field number 2002"),
    HostileFile(
      "a regressor of pipelines",
      TestModel.model(inputs: [], outputs: [], type: .message(201, .message(1))), .generic,
      "pipelineRegressor", "201"),
    HostileFile(
      "a custom model",
      TestModel.model(inputs: [], outputs: [], type: .message(555, .text(10, "MyModel"))),
      .customModel, "'MyModel'"),
    HostileFile(
      "no description", Wire.message(.integer(1, 4), .message(500)).bytes, .generic,
      "no description"),
    HostileFile(
      "a description twice",
      TestModel.glm(labels: ["a", "b"], weights: [[1]], offsets: [0])
        + Wire.message(2, .text(11, "x")).bytes, .io, "broken"),
    HostileFile("models nested deeply", nested(depth: 10_000), .io, "nested more than 64"),
    HostileFile("millions of empty parts", millionsOfParts, .io, "memory"),
    HostileFile(
      "a pipeline without stages", TestModel.pipeline(inputs: [], []), .generic, "no stages"),
    HostileFile(
      "a pipeline without labels",
      TestModel.pipeline(
        inputs: [TestModel.array("audioSamples", [15_600])], [TestModel.preprocessing],
        outputs: []), .generic, "no stage with class labels"),
    HostileFile(
      "too few stage names",
      TestModel.pipeline(inputs: [], [glm, glm], names: ["one"]), .generic, "1 stage names"),
    HostileFile(
      "equal stage names",
      TestModel.pipeline(inputs: [], [glm, glm], names: ["one", "one"]), .generic,
      "2 stage names, 1 of them different"),
    HostileFile(
      "a stage without its input", TestModel.pipeline(inputs: [], [glm], names: ["head"]),
      .generic, "stage 0 'head' (glmClassifier)", "input 'x'"),
    HostileFile(
      "an output that no stage makes",
      TestModel.pipeline(
        inputs: [TestModel.array("x", [1])], [glm], outputs: [TestModel.output("other", [1])]),
      .generic, "output 'other'"),
    HostileFile(
      "a broken stage",
      TestModel.pipeline(
        inputs: [TestModel.array("x", [1])],
        [TestModel.glm(labels: ["a", "b"], weights: [[.nan]], offsets: [0])]), .generic,
      "stage 0", "glmClassifier", "not finite"),
  ]

  static let features: [HostileFile] = [
    HostileFile("a shape that overflows", shape([1 << 62, 8]), .generic, "input 'x'", "shape"),
    HostileFile("a negative length", shape([-1]), .generic, "input 'x'", "[-1]"),
    HostileFile("a length of zero", shape([0]), .generic, "input 'x'", "[0]"),
    HostileFile("an enormous array", shape([1 << 20, 1 << 20]), .generic, "input 'x'"),
    HostileFile("too many axes", shape(Array(repeating: 1, count: 9)), .generic, "input 'x'"),
    HostileFile("two axes for five", shape([2, 2]), .generic, "input 'x'", "three"),
    HostileFile(
      "an unknown element type",
      TestModel.model(
        inputs: [.message(.text(1, "x"), .message(3, .message(5, .integer(2, 77))))],
        outputs: [], type: .message(500)), .generic, "element type 77"),
    HostileFile(
      "an input without a name",
      TestModel.model(inputs: [.message(3, .message(1))], outputs: [], type: .message(500)),
      .generic, "input 0", "no name"),
    HostileFile(
      "an input twice",
      TestModel.model(
        inputs: [TestModel.array("x", [1]), TestModel.array("x", [1])], outputs: [],
        type: .message(500)), .generic, "input 1", "'x' again"),
    HostileFile(
      "a range that is empty",
      TestModel.model(
        inputs: [
          TestModel.array("x", [2], .message(31, .message(1, .integer(1, 5), .integer(2, 3))))
        ], outputs: [], type: .message(500)), .generic, "input 'x'", "from 5 to 3"),
    HostileFile(
      "too few ranges",
      TestModel.model(
        inputs: [TestModel.array("x", [2, 2, 2], .message(31, .message(1, .integer(2, -1))))],
        outputs: [], type: .message(500)), .generic, "input 'x'", "1 ranges"),
  ]

  static let networks: [HostileFile] = [
    HostileFile("no layers", TestModel.network(), .generic, "neuralNetwork", "no layers"),
    HostileFile(
      "an unknown layer", TestModel.network(layer("odd", 605, ["x"], ["y"], .message())),
      .generic, "layer 0 'odd'", "field number 605"),
    HostileFile(
      "a custom layer",
      TestModel.network(layer("own", 500, ["x"], ["y"], .text(10, "MyLayer"))), .customLayer,
      "layer 0 'own' (custom)", "'MyLayer'"),
    HostileFile(
      "weights shorter than the shape",
      TestModel.network(
        layer(
          "short", 140, ["x"], ["y"],
          .message(.integer(1, 2), .integer(2, 2), .message(20, .floats(1, [1, 2, 3]))))),
      .generic, "layer 0 'short' (innerProduct)", "weights", "found 3", "expected 4"),
    HostileFile(
      "weights longer than the shape",
      TestModel.network(
        layer(
          "long", 140, ["x"], ["y"],
          .message(.integer(1, 2), .integer(2, 2), .message(20, .floats(1, [1, 2, 3, 4, 5]))))),
      .generic, "found 5", "expected 4"),
    HostileFile(
      "no weights",
      TestModel.network(
        layer("none", 140, ["x"], ["y"], .message(.integer(1, 2), .integer(2, 2)))), .generic,
      "layer 0 'none'", "no weights"),
    HostileFile(
      "weights that are no numbers",
      TestModel.network(layer("nan", 140, ["x"], ["y"], dense(2, 2, .nan))), .generic,
      "layer 0 'nan'", "not finite"),
    HostileFile(
      "infinite weights",
      TestModel.network(layer("inf", 140, ["x"], ["y"], dense(2, 2, .infinity))), .generic,
      "not finite"),
    HostileFile(
      "an enormous layer",
      TestModel.network(
        layer(
          "big", 140, ["x"], ["y"],
          .message(.integer(1, 1 << 20), .integer(2, 1 << 20), .message(20, .floats(1, [1]))))),
      .generic, "layer 0 'big'", "weights"),
    HostileFile(
      "a size beyond 64 bits",
      TestModel.network(
        layer(
          "big", 140, ["x"], ["y"],
          .message(.integer(1, -1), .integer(2, 2), .message(20, .floats(1, [1]))))), .generic,
      "layer 0 'big'", "input_channels"),
    HostileFile(
      "a layer that does not fit its input",
      TestModel.network(layer("wide", 140, ["x"], ["y"], dense(3, 2, 1))), .generic,
      "layer 0 'wide' (innerProduct)"),
    HostileFile(
      "quantised weights of too few bytes",
      TestModel.network(
        layer(
          "bits", 140, ["x"], ["y"],
          .message(
            .integer(1, 2), .integer(2, 2),
            .message(
              20, .bytes(30, [1]),
              .message(40, .integer(1, 4), .message(101, .floats(1, [1]))))))), .generic,
      "layer 0 'bits'", "1 bytes of 4-bit integers", "2 bytes"),
    HostileFile(
      "quantised weights of 9 bits",
      TestModel.network(
        layer(
          "bits", 140, ["x"], ["y"],
          .message(
            .integer(1, 2), .integer(2, 2),
            .message(
              20, .bytes(30, [1, 2, 3, 4, 5]),
              .message(40, .integer(1, 9), .message(101, .floats(1, [1]))))))), .generic,
      "number_of_bits 9"),
    HostileFile(
      "a lookup table that is too short",
      TestModel.network(
        layer(
          "table", 140, ["x"], ["y"],
          .message(
            .integer(1, 2), .integer(2, 2),
            .message(
              20, .bytes(30, [0x1b]),
              .message(40, .integer(1, 2), .message(102, .floats(1, [1, 2]))))))), .generic,
      "lookup table of 2", "expected 4"),
    HostileFile(
      "an input that nothing makes",
      TestModel.network(layer("lost", 600, ["z"], ["y"], .message())), .generic,
      "layer 0 'lost' (copy)", "'z'"),
    HostileFile(
      "an output made twice",
      TestModel.network(
        layer("one", 600, ["x"], ["y"], .message()), layer("two", 600, ["x"], ["y"], .message())),
      .generic, "layer 1 'two'", "'y'"),
    HostileFile(
      "a declared output that nothing makes",
      TestModel.network(layer("one", 600, ["x"], ["z"], .message())), .generic, "output 'y'"),
    HostileFile(
      "an output beyond all memory",
      TestModel.network(
        exact: true, layer("tile", 920, ["x"], ["y"], .integers(1, [1 << 27]))), .generic,
      "layer 0 'tile'"),
    HostileFile(
      "many large results",
      TestModel.network(
        exact: true, layer("a", 920, ["x"], ["a"], .integers(1, [1 << 25])),
        layer("b", 600, ["a"], ["b"], .message()), layer("c", 600, ["b"], ["y"], .message())),
      .generic, "layer 2 'c'", "in all results"),
    HostileFile(
      "a kernel of no size",
      TestModel.network(
        input: [1, 4, 4],
        layer(
          "kernel", 100, ["x"], ["y"],
          .message(.integer(1, 1), .integer(2, 1), .integers(20, [0, 3])))), .generic,
      "layer 0 'kernel'", "kernel_size"),
    HostileFile(
      "a kernel larger than the image",
      TestModel.network(
        input: [1, 2, 2],
        layer(
          "kernel", 100, ["x"], ["y"],
          .message(
            .integer(1, 1), .integer(2, 1),
            .message(90, .floats(1, [Float](repeating: 1, count: 9))))
        )), .generic, "layer 0 'kernel'"),
  ]

  static let classifiers: [HostileFile] = [
    HostileFile(
      "no labels", TestModel.networkClassifier(labels: [], width: 2), .generic, "no class labels"),
    HostileFile(
      "an empty list of labels", TestModel.networkClassifier(labels: [.message(100)], width: 2),
      .generic, "empty list"),
    HostileFile(
      "a label twice",
      TestModel.networkClassifier(labels: [.message(100, .text(1, "a"), .text(1, "a"))], width: 2),
      .generic, "'a' twice"),
    HostileFile(
      "fewer labels than probabilities",
      TestModel.networkClassifier(labels: [.message(100, .text(1, "a"), .text(1, "b"))], width: 3),
      .generic, "2 class labels", "expected 3"),
    HostileFile(
      "probabilities that no layer makes",
      TestModel.networkClassifier(
        labels: [.message(101, .integers(1, [1, 2]))], width: 2, probabilities: "p"), .generic,
      "'p'"),
    HostileFile(
      "one label", TestModel.glm(labels: ["a"], weights: [], offsets: []), .generic,
      "1 class labels"),
    HostileFile(
      "labels of a GLM twice",
      TestModel.glm(labels: ["a", "b", "a"], weights: [[1], [1]], offsets: [0, 0]), .generic,
      "'a' twice"),
    HostileFile(
      "too few weight vectors",
      TestModel.glm(labels: ["a", "b", "c"], weights: [[1]], offsets: [0]), .generic,
      "1 weight vectors and 1 offsets", "2 of each"),
    HostileFile(
      "weight vectors of two lengths",
      TestModel.glm(labels: ["a", "b", "c"], weights: [[1, 2], [1]], offsets: [0, 0]), .generic,
      "weight vector 1", "found 1"),
    HostileFile(
      "empty weight vectors",
      TestModel.model(
        inputs: [TestModel.array("x", [1])], outputs: TestModel.classifierOutputs,
        type: .message(
          400, .message(1), .doubles(2, [0]), .message(100, .text(1, "a"), .text(1, "b")))),
      .generic, "weight vector 0"),
    HostileFile(
      "weights of a GLM that are no numbers",
      TestModel.glm(labels: ["a", "b"], weights: [[.nan]], offsets: [0]), .generic, "not finite"),
    HostileFile(
      "inputs that do not fit the weights",
      TestModel.model(
        inputs: [TestModel.array("x", [3])], outputs: TestModel.classifierOutputs,
        type: .message(
          400, .message(1, .doubles(1, [1, 2])), .doubles(2, [0]),
          .message(100, .text(1, "a"), .text(1, "b")))), .generic, "inputs of 3 numbers",
      "expected 2"),
  ]

  private static let glm = TestModel.glm(labels: ["a", "b"], weights: [[1]], offsets: [0])

  private static func dense(_ inputs: Int, _ outputs: Int, _ weight: Float) -> Wire {
    TestModel.dense(inputs, outputs, weight: weight)
  }

  private static func layer(
    _ name: String, _ kind: Int, _ inputs: [String], _ outputs: [String], _ parameters: Wire
  ) -> Wire {
    TestModel.layer(kind, named: name, inputs: inputs, outputs: outputs, parameters)
  }

  private static func shape(_ shape: [Int]) -> [UInt8] {
    TestModel.network(input: shape, layer("copy", 600, ["x"], ["y"], .message()))
  }

  private static func nested(depth: Int) -> [UInt8] {
    // Inside out and from the end, so that each level costs its own bytes only.
    var reversed: [UInt8] = []
    for _ in 0..<depth {
      for field in [1, 202] {
        let head = Array(Wire.bytes(field, []).bytes.dropLast()) + varint(reversed.count)
        reversed += head.reversed()
      }
    }
    return reversed.reversed()
  }

  private static func varint(_ value: Int) -> [UInt8] {
    Array(Wire.integer(0, value).bytes.dropFirst())
  }

  private static let millionsOfParts: [UInt8] = {
    let layers = Wire.message(1).bytes
    let bytes = [UInt8]((0..<3_000_000 * layers.count).lazy.map { layers[$0 % layers.count] })
    return Wire.message(.integer(1, 4), .bytes(500, bytes)).bytes
  }()
}

@Suite struct HostileFileTests {
  @Test(
    arguments: HostileFile.containers + HostileFile.features + HostileFile.networks
      + HostileFile.classifiers)
  func aFileThatIsNoUsableModelIsRefusedWithASentence(_ file: HostileFile) throws {
    try Fixtures.withFile(file.bytes, named: "hostile.mlmodel") { url in
      let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: url) }
      #expect(error?.code == file.code)
      let sentence = error?.localizedDescription ?? ""
      for word in file.words + [url.path, "expected"] {
        #expect(sentence.contains(word), "\(sentence)")
      }
      #expect(throws: MLModelError.self) { try MLModel.compileModel(at: url) }
    }
  }

  @Test(arguments: SmallModel.all)
  func aFileCutOffAnywhereIsRefusedOrOpensWhole(_ model: SmallModel) throws {
    for length in model.bytes.indices {
      SmallModel.tryOut(Array(model.bytes.prefix(length)), blobs: model.blobs)
    }
  }

  @Test(arguments: SmallModel.all)
  func aFileWithFlippedBitsIsRefusedOrRuns(_ model: SmallModel) throws {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      var bytes = model.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      SmallModel.tryOut(bytes, blobs: model.blobs)
    }
  }

  @Test(arguments: SmallModel.all)
  func aFileWithPartsMovedIsRefusedOrRuns(_ model: SmallModel) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      var bytes = model.bytes
      let start = Int.random(in: bytes.indices, using: &random)
      let end = Int.random(in: start..<min(start + 64, bytes.count), using: &random)
      let part = bytes[start...end]
      if Bool.random(using: &random) { bytes.removeSubrange(start...end) }
      bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &random))
      SmallModel.tryOut(bytes, blobs: model.blobs)
    }
  }
}
