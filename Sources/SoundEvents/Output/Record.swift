/// One row of output: named values in a fixed order, for events as well as for windows.
package struct Record: Sendable, Equatable {
  /// A column and its value.
  package struct Field: Sendable, Equatable {
    /// The column's name, in snake case.
    package let name: String
    /// The column's value.
    package let value: FieldValue
  }

  /// The fields in order.
  package private(set) var fields: [Field] = []

  /// Makes a row of no fields.
  package init() {}

  /// The row without its first `count` fields.
  package func dropFirst(_ count: Int) -> Record {
    var rest = Record()
    rest.fields = Array(fields.dropFirst(count))
    return rest
  }

  /// Adds a field at the end.
  package mutating func append(_ name: String, _ value: FieldValue) {
    fields.append(Field(name: name, value: value))
  }

  /// Puts another value into a field that is there.
  package mutating func replace(_ name: String, with value: FieldValue) {
    guard let place = fields.firstIndex(where: { $0.name == name }) else { return }
    fields[place] = Field(name: name, value: value)
  }

  /// Adds the time of a frame in seconds, with `Record.timePlaces` decimals.
  package mutating func append(_ name: String, frame: Int64, at sampleRate: Double) {
    let units = FixedDecimal.units(
      of: frame, at: sampleRate, perSecond: FixedDecimal.power(of: Self.timePlaces))
    append(name, .units(units, places: Self.timePlaces))
  }

  /// Adds a score, 0 to 1, with `Record.scorePlaces` decimals.
  package mutating func append(_ name: String, score: Float) {
    append(name, .decimal(Double(score), places: Self.scorePlaces))
  }

  /// The decimals of times in seconds: a microsecond, finer than a frame at any usual rate.
  package static let timePlaces = 6
  /// The decimals of scores.
  package static let scorePlaces = 4
}

/// A value in a row.
package enum FieldValue: Sendable, Equatable {
  /// Nothing: null, or an empty cell.
  case none
  /// Any text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number rounded to a fixed count of decimals; not finite counts as nothing.
  case decimal(Double, places: Int)
  /// A count of units of 10^-places, printed as a decimal number without rounding.
  case units(Int64, places: Int)
  /// A list of words: an array, or the words with spaces between them.
  case words([String])
  /// A list of rows: an array of objects, or nothing in a table.
  case rows([Record])

  /// The value as plain text.
  package var plainText: String {
    switch self {
    case .none: ""
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number, let places): FixedDecimal.text(number, places: places) ?? ""
    case .units(let units, let places): FixedDecimal.text(units: units, places: places)
    case .words(let words): words.joined(separator: " ")
    case .rows: ""
    }
  }
}
