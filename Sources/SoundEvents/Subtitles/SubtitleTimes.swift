/// Reads the line of times of a cue: `00:00:01,000 --> 00:00:02,500`, and what people make of it.
enum SubtitleTimes {
  /// Beginning, end (milliseconds) and what follows them; nil if these are no times.
  ///
  /// Hours may be missing, the decimals may follow a comma or a point and be one to three digits.
  static func parse(_ line: String) -> (start: Int64, end: Int64, settings: String)? {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let rest = line[arrow.upperBound...].drop(while: isSpace)
    let second = rest.prefix { !isSpace($0) }
    var first = line[..<arrow.lowerBound].drop(while: isSpace)
    while let last = first.last, isSpace(last) { first.removeLast() }
    guard let start = milliseconds(first), let end = milliseconds(second) else { return nil }
    let settings = rest[second.endIndex...].drop(while: isSpace)
    return (start, end, String(settings))
  }

  private static func milliseconds(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "," || $0 == "." })
    guard seconds.count <= 2, let second = number(seconds[0], below: 60),
      let minute = number(parts[parts.count - 2], below: 60)
    else { return nil }
    var hour: Int64 = 0
    if parts.count == 3 {
      guard let hours = number(parts[0], below: 1_000_000) else { return nil }
      hour = hours
    }
    var rest: Int64 = 0
    if seconds.count == 2 {
      guard (1...3).contains(seconds[1].count), let digits = number(seconds[1], below: 1000)
      else { return nil }
      rest = digits * FixedDecimal.power(of: 3 - seconds[1].count)
    }
    return ((hour * 60 + minute) * 60 + second) * 1000 + rest
  }

  private static func number(_ text: Substring, below limit: Int64) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int64(text), value < limit
    else { return nil }
    return value
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}
