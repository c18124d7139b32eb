package import CoreML

/// A model as a readable tree.
package struct ModelReport {
  private static let nameWidth = 44
  private static let kindWidth = 26

  private let outline: ModelOutline
  private let name: String

  /// Takes an outline and what the file is called.
  package init(_ outline: ModelOutline, name: String) {
    self.outline = outline
    self.name = name
  }

  /// The lines of the tree.
  package var text: String {
    var lines = ["\(name): \(outline.root.kind), specification \(outline.specificationVersion)"]
    lines += outline.inputs.map { "  input   \($0)" }
    lines += outline.outputs.map { "  output  \($0)" }
    if let labels = outline.labels {
      lines.append("  labels  \(labels.count): \(labels.joined(separator: ", "))")
    }
    lines += outline.metadata.map { "  \($0.name): \($0.text)" }
    lines += tree(outline.root.parts, indent: "  ")
    let root = outline.root
    lines.append("  total: \(Self.grouped(root.totalParameterCount)) parameters" + cost)
    if let problem = outline.problem { lines.append("  cannot run here: \(problem)") }
    return lines.map(Self.visible).joined(separator: "\n") + "\n"
  }

  private var cost: String {
    let products = outline.root.totalMultiplyAddCount
    guard products > 0 else { return "" }
    let run = ", \(Self.grouped(products)) multiply-adds a run"
    guard let duration = outline.inputDuration, duration > 0 else { return run }
    guard let rate = Int(exactly: (Double(products) / duration).rounded()) else { return run }
    return run + ", \(Self.grouped(rate)) a second of sound"
  }

  private func tree(_ parts: [ModelOutline.Part], indent: String) -> [String] {
    parts.flatMap { part -> [String] in
      var line = Self.padded(indent + part.name, Self.nameWidth)
      line += " " + Self.padded(part.kind, Self.kindWidth)
      if let shape = part.shape {
        line += " " + Self.padded(shape.map(\.description).joined(separator: " x "), 20)
      }
      if let count = part.parameterCount, count > 0 {
        line += " \(Self.grouped(count)) parameters"
      }
      if part.multiplyAddCount > 0 {
        line += ", \(Self.grouped(part.multiplyAddCount)) multiply-adds"
      }
      if let problem = part.problem { line += " UNSUPPORTED: \(problem)" }
      while line.last == " " { line.removeLast() }
      return [line] + tree(part.parts, indent: indent + "  ")
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A number with spaces between groups of three digits.
  static func grouped(_ number: Int) -> String {
    var digits = Array("\(number)")
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(" ", at: place) }
    return String(digits)
  }

  /// A line without control characters, which could steer a terminal.
  private static func visible(_ line: String) -> String {
    String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
