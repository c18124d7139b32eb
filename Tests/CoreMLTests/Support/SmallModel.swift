import Foundation
import TestSupport
import Testing

@testable import CoreML

/// A good model of some hundred bytes, to be broken in every way.
struct SmallModel: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  /// What lies beside the model.
  var blobs: ModelBlobs?

  static let all: [SmallModel] = [
    SmallModel(
      testDescription: "GLM",
      bytes: TestModel.glm(
        labels: ["a", "b", "c"], weights: [[1, 2], [3, 4]], offsets: [0.5, -0.5])),
    SmallModel(
      testDescription: "network classifier",
      bytes: TestModel.networkClassifier(
        labels: [.message(100, .text(1, "a"), .text(1, "b"))], width: 2)),
    SmallModel(
      testDescription: "pipeline",
      bytes: TestModel.pipeline(
        inputs: [TestModel.array("x", [2])],
        [
          TestModel.network(TestModel.layer(140, TestModel.dense(2, 2))),
          TestModel.model(
            inputs: [TestModel.array("y", [2])], outputs: TestModel.classifierOutputs,
            type: .message(
              400, .message(1, .doubles(1, [1, 2])), .doubles(2, [0]),
              .message(100, .text(1, "a"), .text(1, "b")))),
        ], names: ["net", "head"])),
    SmallModel(
      testDescription: "convolution",
      bytes: [UInt8](
        NetworkCase.cases(in: "layers-images.json").first { $0.name == "4-bit table" }!.model)),
    SmallModel(
      testDescription: "slice",
      bytes: [UInt8](
        NetworkCase.cases(in: "layers-shapes.json").first { $0.name == "slice of all axes" }!
          .model)),
    recurrent("LSTM, peepholes"), classical("SVC, four classes"), classical("SVC, two classes"),
    classical("boosted trees"), classical("neighbours by distance"),
    program("GRU"), program("resize"), program("slices"),
  ]

  /// A program with its weights in a temporary folder, which stays until the tests end.
  private static func program(_ name: String) -> SmallModel {
    let item = NetworkCase.cases(in: "operations.json").first { $0.name == name }!
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-\(getpid())-\(name)")
    let file = folder.appendingPathComponent("weights/weight.bin")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try item.weights?.write(to: file)
    } catch {
      fatalError("\(file.path): \(error)")
    }
    return SmallModel(
      testDescription: "program: \(name)", bytes: [UInt8](item.model),
      blobs: ModelBlobs(folder: BlobFolder(folder), isCompiled: false))
  }

  private static func recurrent(_ name: String) -> SmallModel {
    let item = NetworkCase.cases(in: "layers-recurrent.json").first { $0.name == name }!
    return SmallModel(testDescription: name, bytes: [UInt8](item.model))
  }

  private static func classical(_ name: String) -> SmallModel {
    let item = ClassifierCase.all.first { $0.name == name }!
    return SmallModel(testDescription: name, bytes: [UInt8](item.model))
  }

  /// Reads a file and, if it can be read, runs it on zeros; any error but one of ours is a failure.
  static func tryOut(_ bytes: [UInt8], blobs: ModelBlobs? = nil) {
    do {
      let contents = try ModelReader.contents(of: try ModelMessage(bytes.span, blobs: blobs).root)
      var features: FeatureTable = [:]
      for input in contents.description.inputs {
        guard let constraint = input.multiArrayConstraint else { return }
        // A flipped bit may ask for gigabytes, rightly: reading such a file is test enough.
        guard constraint.lengths.reduce(1, *) < 1 << 20 else { return }
        features[input.name] = MLFeatureValue(
          multiArray: try MLMultiArray(lengths: constraint.lengths, dataType: .float32))
      }
      _ = try contents.predict(features)
    } catch is ModelFileError {
    } catch is MLModelError {
    } catch {
      Issue.record("\(error)")
    }
  }
}
