import SoundAnalysis
import SoundEvents

/// `soundanalysis labels`: lists the labels that a classifier knows.
enum LabelsCommand {
  private struct Options {
    var model: Argument?
    var format = LabelListFormat.text
    var wantsHelp = false
  }

  /// Runs the command on the arguments after `labels`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis labels") {
      let (options, help) = try parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      let choice = try ClassifierChoice(model: options.model)
      return try StandardOutput.print(
        options.format.list(of: choice.request.knownClassifications))
    }
  }

  private static func parse(
    _ arguments: [Argument]
  ) throws(UsageError) -> (options: Options, help: String) {
    var options = Options()
    let parser = OptionParser(
      command: "soundanalysis labels", operands: "", summary: summary, details: details,
      options: [
        .model(summary: "List those of a Core ML model") { options.model = $0 },
        .format(summary: "text, json, jsonl or csv [text]") { options.format = $0 },
        .help { options.wantsHelp = true },
      ])
    let operands = try parser.parse(arguments)
    if let operand = operands.first, !options.wantsHelp {
      throw UsageError("\(operand.displayText): expected options only; a model goes with --model")
    }
    return (options, parser.help)
  }

  private static let summary = """
    Lists the labels that a classifier knows, in the order of its model, as they are
    written for --labels of 'soundanalysis classify'.
    """

  private static let details = """
    Examples:
      soundanalysis labels | grep guitar
      soundanalysis labels --model birds.mlmodel --format json
    """
}

/// The formats of a list of labels.
enum LabelListFormat: String, CaseIterable {
  /// For people: a label a line.
  case text
  /// One JSON document.
  case json
  /// A JSON document a line.
  case jsonl
  /// Comma-separated values with a header.
  case csv

  /// Labels as a list, with the names that people read beside them, except as text.
  func list(of labels: [String]) -> String {
    let records = labels.map { label in
      var record = Record()
      record.append("label", .text(label))
      record.append("name", .text(readableName(ofLabel: label)))
      return record
    }
    switch self {
    case .text: return labels.map { VisibleText.text($0) + "\n" }.joined()
    case .json:
      let objects = records.map { JSONText.object($0) }.joined(separator: ",\n  ")
      return objects.isEmpty ? "[]\n" : "[\n  \(objects)\n]\n"
    case .jsonl: return records.map { JSONText.object($0) + "\n" }.joined()
    case .csv:
      return DelimitedText.csv.line(["label", "name"])
        + records.map(DelimitedText.csv.line).joined()
    }
  }
}
