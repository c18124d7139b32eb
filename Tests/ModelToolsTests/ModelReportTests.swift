import CoreML
import Foundation
import ModelTools
import TestSupport
import Testing

@Suite struct ModelReportTests {
  private func report(_ bytes: [UInt8]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Farm.mlmodel")
    try Data(bytes).write(to: file)
    return ModelReport(try ModelOutline(contentsOf: file), name: "Farm.mlmodel").text
  }

  @Test func aPipelineIsATreeWithCounts() throws {
    let text = try report(
      TestModel.pipeline(
        inputs: [TestModel.array("x", [2])],
        [
          TestModel.network(
            TestModel.layer(140, named: "first", TestModel.dense(2, 2))),
          TestModel.model(
            inputs: [TestModel.array("y", [2])], outputs: TestModel.classifierOutputs,
            type: .message(
              400, .message(1, .doubles(1, [1, 2])), .doubles(2, [0]),
              .message(100, .text(1, "cow"), .text(1, "dog")))),
        ]))
    #expect(text.hasPrefix("Farm.mlmodel: pipelineClassifier, specification 4\n"))
    #expect(text.contains("  input   x: "))
    #expect(text.contains("  labels  2: cow, dog\n"))
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.contains("stage 0") && $0.contains("neuralNetwork") })
    let layer = try #require(lines.first { $0.contains("first") })
    #expect(layer.contains("dense") && layer.contains("4 parameters, 4 multiply-adds"))
    // 4 of the network, 2 weights and an offset of the classifier.
    #expect(text.contains("total: 7 parameters, 4 multiply-adds a run"))
  }

  @Test func whatIsNotSupportedIsMarkedAndTheReasonTold() throws {
    let text = try report(
      TestModel.network(
        TestModel.layer(140, named: "fine", outputs: ["h"], TestModel.dense(2, 2)),
        TestModel.layer(500, named: "own", inputs: ["h"], .text(10, "MyLayer"))))
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.contains("own") && $0.contains("UNSUPPORTED") })
    #expect(lines.contains { $0.contains("fine") && !$0.contains("UNSUPPORTED") })
    #expect(text.contains("cannot run here: ") && text.contains("layer 1 'own' (custom)"))
  }

  @Test func aNameCannotSteerATerminal() throws {
    let text = try report(
      TestModel.network(TestModel.layer(140, named: "a\u{1b}[31m", TestModel.dense(2, 2))))
    #expect(!text.contains("\u{1b}"))
  }

  @Test func aFileThatIsNoModelIsAnError() {
    #expect(throws: MLModelError.self) { try report(Array("no model".utf8)) }
  }
}
