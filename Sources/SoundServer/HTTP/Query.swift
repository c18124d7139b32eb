import Foundation
import SoundEvents

/// The parameters of a query, read strictly: a name that nobody knows is an error.
struct Query: Sendable {
  private var values: [String: [String]]

  /// Reads a query such as `threshold=0.5&label=dog_bark&label=speech`.
  init(_ text: String) throws(Problem) {
    var values: [String: [String]] = [:]
    for pair in text.split(separator: "&", omittingEmptySubsequences: true) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(parts[0]),
        let value = Self.decode(parts.count > 1 ? parts[1] : "")
      else { throw .badRequest("The query holds bytes that are no UTF-8.") }
      values[name, default: []].append(value)
    }
    self.values = values
  }

  private static func decode(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// Gives a parameter one value.
  mutating func set(_ name: String, _ value: String) { values[name] = [value] }

  /// The names that the query holds.
  var names: Set<String> { Set(values.keys) }

  /// Every value of a parameter.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// A parameter that comes at most once.
  func text(_ name: String) throws(Problem) -> String? {
    guard let found = values[name] else { return nil }
    guard found.count == 1 else {
      throw .invalidParameter(name, found: found.joined(separator: "&"), expected: "one value")
    }
    return found[0]
  }

  /// A parameter that is a number in a range.
  func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
    guard let text = try text(name) else { return nil }
    guard let value = Double(text), value.isFinite, range.contains(value) else {
      throw .invalidParameter(
        name, found: text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A parameter that is a number over 0, such as a confidence.
  func share(_ name: String, upTo most: Float) throws(Problem) -> Float? {
    guard let text = try text(name) else { return nil }
    guard let value = Float(text), value > 0, value <= most else {
      let limit = FixedDecimal.shortText(Double(most)) ?? "\(most)"
      throw .invalidParameter(
        name, found: text, expected: "a number over 0 and at most \(limit)")
    }
    return value
  }

  /// A parameter that is a whole number in a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .invalidParameter(
        name, found: text,
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
