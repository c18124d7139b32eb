import Foundation
import TestSupport
import Testing

/// A model that cannot be used is one clear line, and nothing is analysed.
@Suite struct BadModelTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 3)
  }

  private static let builtIn = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/SoundAnalysis/Resources/")
    .appendingPathComponent("SoundClassifierVersion1.mlmodel").standardizedFileURL

  private func expectRefusal(of name: String) throws {
    for command in [["classify", "noise.wav"], ["labels"]] {
      let outcome = try tool.run(command + ["--model", name])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.messageLines.count == 1, "\(outcome.messages)")
      #expect(outcome.messages.hasPrefix("soundanalysis: "))
      #expect(outcome.messages.contains(name), "\(outcome.messages)")
    }
  }

  @Test func aMissingModel() throws { try expectRefusal(of: "missing.mlmodel") }

  @Test func anEmptyModel() throws {
    try tool.write(Data(), to: "empty.mlmodel")
    try expectRefusal(of: "empty.mlmodel")
  }

  @Test func aPipeIsNoModelAndIsNotWaitedFor() throws {
    #expect(unsafe mkfifo(tool.file("pipe.mlmodel").path, 0o600) == 0)
    try expectRefusal(of: "pipe.mlmodel")
    let outcome = try tool.run(["labels", "--model", "pipe.mlmodel"])
    #expect(
      outcome.messages.hasSuffix(
        "/pipe.mlmodel: found a pipe or a device, expected a readable file\n"),
      "\(outcome.messages)")
  }

  @Test func textThatIsCalledAModel() throws {
    try tool.write(Data("no model".utf8), to: "text.mlmodel")
    try expectRefusal(of: "text.mlmodel")
  }

  @Test func aModelThatIsNoClassifier() throws {
    // Version 1, an empty description, and the identity as the model's type (field 900).
    try tool.write(Data([0x08, 0x01, 0x12, 0x00, 0xA2, 0x38, 0x00]), to: "identity.mlmodel")
    try expectRefusal(of: "identity.mlmodel")
  }

  @Test(arguments: [1, 2, 10, 100])
  func aTruncatedModel(divisor: Int) throws {
    let data = try Data(contentsOf: Self.builtIn)
    try tool.write(data.prefix(data.count - data.count / divisor / 2), to: "cut.mlmodel")
    try expectRefusal(of: "cut.mlmodel")
  }

  @Test func aModelThatCannotRunIsRefusedOnce() throws {
    let input = TestModel.array("audioSamples", [80_000])
    let print = TestModel.model(
      inputs: [input], outputs: [TestModel.output("x", [2])],
      type: .message(2006, .message(20)))
    let head = TestModel.glm(labels: ["a", "b"], weights: [[1, 1]], offsets: [0])
    try tool.write(Data(TestModel.pipeline(inputs: [input], [print, head])), to: "print.mlmodel")
    let outcome = try tool.run([
      "classify", "-o", "out.txt", "--model", "print.mlmodel", "noise.wav", "noise.wav",
    ])
    #expect(outcome.status == 1 && outcome.messageLines.count == 1, "\(outcome.messages)")
    #expect(outcome.messages.hasPrefix("soundanalysis: print.mlmodel: "))
    #expect(outcome.messages.contains("Audio Feature Print"))
    #expect(outcome.messages.components(separatedBy: "print.mlmodel").count == 2)
    #expect(try tool.names() == ["noise.wav", "print.mlmodel"])
    #expect(try tool.run(["labels", "--model", "print.mlmodel"]).text == "a\nb\n")
  }

  @Test func aModelOfOnesOwnIsUsed() throws {
    // The built-in model is a model like any other.
    try FileManager.default.copyItem(at: Self.builtIn, to: tool.file("own.mlmodel"))
    let own = try tool.run(["classify", "noise.wav", "-w", "1", "--model", "own.mlmodel"])
    #expect(own.status == 0 && own.messages.isEmpty)
    #expect(own.output == (try tool.run(["classify", "noise.wav", "-w", "1"])).output)
  }
}
