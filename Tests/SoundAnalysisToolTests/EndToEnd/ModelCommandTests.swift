import Foundation
import TestSupport
import Testing

/// `soundanalysis model` as people run it.
@Suite struct ModelCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      Data(TestModel.glm(labels: ["cow", "dog"], weights: [[1, 2]], offsets: [0])),
      to: "Farm.mlmodel")
  }

  @Test func infoTellsTheParts() throws {
    let outcome = try tool.run(["model", "info", "Farm.mlmodel"])
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(outcome.text.hasPrefix("Farm.mlmodel: glmClassifier"))
    #expect(outcome.text.contains("2: cow, dog"))
  }

  @Test func compileWritesAFolderOnceAndItOpens() throws {
    let first = try tool.run(["model", "compile", "Farm.mlmodel"])
    #expect(first.status == 0 && first.text.hasSuffix("/Farm.mlmodelc\n"))
    #expect(try tool.run(["model", "info", "Farm.mlmodelc"]).status == 0)
    #expect(try tool.run(["model", "compile", "Farm.mlmodel"]).status == 2)
  }

  @Test func theClassGoesToAFile() throws {
    let outcome = try tool.run(
      ["model", "generate-swift", "--class", "Barn", "-o", "Barn.swift", "Farm.mlmodel"])
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    let text = try tool.shell("cat Barn.swift").text
    #expect(text.contains("class Barn {") && text.contains("class BarnInput: MLFeatureProvider {"))
  }

  @Test(arguments: [
    (["model"], 2), (["model", "eat", "Farm.mlmodel"], 2), (["model", "info"], 2),
    (["model", "info", "missing.mlmodel"], 1), (["model", "compile", "missing.mlmodel"], 1),
  ])
  func aWrongCallIsOneLine(_ arguments: [String], _ status: Int) throws {
    let outcome = try tool.run(arguments)
    #expect(Int(outcome.status) == status)
    #expect(outcome.messageLines.count == 1, "\(outcome.messages)")
  }
}
