/// Times as hours, minutes and seconds.
enum ClockTime {
  /// `HH:MM:SS` and three decimals after `separator`; hours take more digits when they need them.
  static func text(_ milliseconds: Int64, separator: String) -> String {
    let time = max(0, milliseconds)
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return digits(hours, 2) + ":" + digits(minute, 2) + ":" + digits(second, 2) + separator
      + digits(rest, 3)
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
