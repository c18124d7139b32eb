/// Writes numbers with a fixed count of decimals and a point, whatever the locale.
package enum FixedDecimal {
  /// The time of a frame in units of 1 / `perSecond` seconds, rounded to the nearest one.
  static func units(of frame: Int64, at sampleRate: Double, perSecond: Int64) -> Int64 {
    let whole = Int64(sampleRate)
    if Double(whole) == sampleRate {
      // Exact for whole rates: split off the seconds, so that nothing overflows.
      let (seconds, rest) = frame.quotientAndRemainder(dividingBy: whole)
      let (units, left) = (rest * perSecond).quotientAndRemainder(dividingBy: whole)
      let rounding: Int64 = 2 * abs(left) >= whole ? left.signum() : 0
      return seconds * perSecond + units + rounding
    }
    return Int64((Double(frame) / sampleRate * Double(perSecond)).rounded())
  }

  /// `units` / 10^`places` as a decimal number, for example 1500 and 3 as `1.500`.
  package static func text(units: Int64, places: Int) -> String {
    guard places > 0 else { return String(units) }
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let point = padded.index(padded.endIndex, offsetBy: -places)
    return (units < 0 ? "-" : "") + padded[..<point] + "." + padded[point...]
  }

  /// `value` rounded to `places` decimals; nil if it is not finite or too large to print.
  package static func text(_ value: Double, places: Int) -> String? {
    let scaled = (value * Double(power(of: places))).rounded()
    guard let units = Int64(exactly: scaled) else { return nil }
    return text(units: units, places: places)
  }

  /// `value` with at most six decimals and no zeros at their end, for messages; nil as above.
  package static func shortText(_ value: Double) -> String? {
    guard var text = text(value, places: 6) else { return nil }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// 10^`places`.
  static func power(of places: Int) -> Int64 {
    (0..<places).reduce(1) { power, _ in power * 10 }
  }
}
