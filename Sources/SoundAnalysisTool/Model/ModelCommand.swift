import CoreML
import Foundation
import ModelTools
import SoundAnalysis
import SoundEvents

/// `soundanalysis model`: tells what a Core ML model is made of, compiles it, writes its Swift class.
enum ModelCommand {
  private static let actions = ["info", "compile", "generate-swift"]

  private struct Options {
    var output: Argument?
    var className: String?
    var isPublic = false
    var wantsHelp = false
  }

  /// Runs the command on the arguments after `model`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis model") {
      let (options, operands, help) = try parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      guard let action = operands.first else {
        throw UsageError("expected \(actions.joinedAsAlternatives) and a model")
      }
      guard actions.contains(action.text) else {
        throw UsageError(
          "\(action.displayText): expected \(actions.joinedAsAlternatives)")
      }
      guard operands.count == 2 else {
        throw UsageError("\(action.text): found \(operands.count - 1) models, expected one")
      }
      return try run(action.text, on: operands[1], options)
    }
  }

  private static func run(
    _ action: String, on model: Argument, _ options: Options
  ) throws -> ExitStatus {
    try OutputPlan([("--output", options.output)]).checkThatNoneIs(among: [model])
    let url = URL(fileURLWithPath: model.text)
    switch action {
    case "info":
      let outline = try ModelOutline(contentsOf: url)
      let status = try write(
        ModelReport(outline, name: url.lastPathComponent).text, to: options.output)
      return outline.problem == nil ? status : .failure
    case "compile":
      return try StandardOutput.print("\(try compile(url, to: options.output).path)\n")
    default:
      let name = options.className ?? url.deletingPathExtension().lastPathComponent
      let wrapper = SwiftWrapper(
        try MLModel(contentsOf: url).modelDescription, name: name, isPublic: options.isPublic)
      return try write(wrapper.source, to: options.output)
    }
  }

  private static func write(_ text: String, to file: Argument?) throws -> ExitStatus {
    guard let file else { return try StandardOutput.print(text) }
    let output = try OutputFile(path: file)
    try output.sink.write(text)
    try output.commit()
    return .success
  }

  /// Compiles a model beside itself, or to another place.
  private static func compile(_ url: URL, to output: Argument?) throws -> URL {
    let target =
      output.map { URL(fileURLWithPath: $0.text) }
      ?? url.deletingPathExtension().appendingPathExtension("mlmodelc")
    guard !FileManager.default.fileExists(atPath: target.path) else {
      throw UsageError("\(target.path): found something there, expected a name that is free")
    }
    let folder = try MLModel.compileModel(at: url)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try FileManager.default.moveItem(at: folder, to: target)
    return target
  }

  private static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: Options, operands: [Argument], help: String) {
    var options = Options()
    let parser = OptionParser(
      command: "soundanalysis model", operands: "info|compile|generate-swift FILE",
      summary: summary, details: details,
      options: [
        .file("output", letter: "o", placeholder: "FILE", summary: "Write there") {
          options.output = $0
        },
        Option("class", placeholder: "NAME", summary: "The class's name [the file's]") {
          options.className = $0.text
        },
        Option(switch: "public", summary: "Let other modules use the class") {
          options.isPublic = true
        },
        .help { options.wantsHelp = true },
      ])
    let operands = try parser.parse(arguments)
    return (options, operands, parser.help)
  }

  private static let summary = """
    Tells what a Core ML model consists of and whether it runs here, compiles it to
    a folder that opens fast, or writes the Swift class for programs that use it.
    """

  private static let details = """
    Examples:
      soundanalysis model info Birds.mlmodel
      soundanalysis model compile Birds.mlpackage
      soundanalysis model generate-swift --output Birds.swift Birds.mlmodel

    Exit status: 0 all well, 1 the model cannot be read or run, 2 wrong usage.
    """
}
