/// From names of files and features to names in Swift.
enum SwiftName {
  /// Words that the language reads otherwise where a name may stand.
  private static let keywords: Set<String> = [
    "Any", "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case",
    "catch", "class", "consume", "consuming", "continue", "copy", "default", "defer", "deinit",
    "discard", "do", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "infix", "inout", "internal", "is", "isolated",
    "let", "macro", "nil", "nonisolated", "open", "operator", "package", "postfix",
    "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "rethrows", "return",
    "sending", "some", "static", "struct", "subscript", "super", "switch", "then", "throw",
    "throws", "true", "try", "typealias", "unsafe", "var", "weak", "where", "while", "yield",
  ]

  /// Names that mean something else even between backticks.
  private static let unusable: Set<String> = ["_", "init", "self", "Self", "Type", "Protocol"]

  /// The types and modules that generated code speaks of.
  private static let spoken: Set<String> = [
    "AnyHashable", "Bundle", "CoreML", "Dictionary", "Double", "Error", "Float", "Float16",
    "Foundation", "Int32", "Int64", "Int8", "MLArrayBatchProvider", "MLFeatureProvider",
    "MLFeatureValue", "MLModel", "MLModelConfiguration", "MLMultiArray", "MLPredictionOptions",
    "MLShapedArray", "NSNumber", "Result", "Sendable", "Set", "String", "Swift", "URL",
  ]

  /// A name for a type: characters that no name has become underscores, and a name that is taken
  /// or a keyword gets one at its end.
  static func type(_ name: String) -> String {
    let name = mapped(name)
    return isTaken(name) || keywords.contains(name) ? name + "_" : name
  }

  /// Names for properties and parameters, one for each text in order and all different; keywords
  /// stand between backticks.
  ///
  /// - Parameter taken: names that may not be given.
  static func properties(_ texts: [String], taken: Set<String>) -> [String] {
    var given = taken
    return texts.map { text in
      let stem = mapped(text)
      var name = stem
      var number = 1
      while isTaken(name) || !given.insert(name).inserted {
        number += 1
        name = number == 2 && isTaken(stem) ? stem + "_" : "\(stem)_\(number)"
      }
      return keywords.contains(name) ? "`\(name)`" : name
    }
  }

  private static func isTaken(_ name: String) -> Bool {
    unusable.contains(name) || spoken.contains(name)
  }

  private static func mapped(_ name: String) -> String {
    let result = String(
      name.unicodeScalars.map {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
          ? Character($0) : "_"
      })
    return result.isEmpty || result.first?.isNumber == true ? "_" + result : result
  }

  /// A text as a literal.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case _ where isVisible(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }

  /// A text for the inside of a comment, which ends with its line.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) ? $0 : "\u{FFFD}" }))
  }

  /// Whether a character stands for itself: no end of a line, and nothing that changes the order in
  /// which others are read.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      false
    default: true
    }
  }
}
