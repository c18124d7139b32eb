/// A time as people write it: `12.5`, `2:30` or `1:02:03.5`.
enum ClockTimeValue {
  /// The seconds that a text says; nil for what is no time.
  ///
  /// Hours and minutes are whole; where there are some, what follows them is below 60.
  static func seconds(_ text: String) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count), let last = fields.last, isDecimal(last),
      let seconds = Double(last), fields.count == 1 || seconds < 60
    else { return nil }
    var whole = 0.0
    for (place, field) in fields.dropLast().enumerated() {
      guard !field.isEmpty, field.utf8.count <= 6, field.utf8.allSatisfy(isDigit),
        let number = Double(field), place == 0 || number < 60
      else { return nil }
      whole = whole * 60 + number
    }
    return whole * 60 + seconds
  }

  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && text.utf8.count <= 20
      && parts.allSatisfy { $0.utf8.allSatisfy(isDigit) } && text.utf8.contains(where: isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
