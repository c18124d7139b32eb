private import Foundation
private import SoundEvents

/// Where an axis has marks, and what stands beside them.
struct AxisTicks: Equatable {
  /// What is measured, with its unit.
  let title: String
  /// The marks' places, in the axis' unit, and their words.
  let marks: [(place: Double, text: String)]

  static func == (first: AxisTicks, second: AxisTicks) -> Bool {
    first.title == second.title && first.marks.map(\.place) == second.marks.map(\.place)
      && first.marks.map(\.text) == second.marks.map(\.text)
  }

  /// The steps between marks of time that people count in, in seconds.
  private static let steps: [Double] =
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]
    + [1, 2, 5, 10, 15, 30].map { $0 * 60 } + [1, 2, 3, 6, 12].map { $0 * 3600 }
    + [1, 2, 7, 14, 28].map { $0 * 86_400 }

  /// Marks of time from 0 to `duration` seconds, at most `limit` of them and the one at 0.
  static func time(duration: Double, limit: Int) -> AxisTicks {
    let step = steps.first { duration / $0 <= Double(limit) } ?? duration / Double(limit)
    let count = Int((duration / step + 1e-9).rounded(.down))
    let places = (0...count).map { Double($0) * step }
    if duration < 60 {
      let decimals = step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0
      return AxisTicks(
        title: "Time (s)",
        marks: places.map { ($0, FixedDecimal.text($0, places: decimals) ?? "") })
    }
    let hasSeconds = step < 60
    let hasHours = duration >= 3600
    let unit = (hasHours ? "h:min" : "min") + (hasSeconds ? ":s" : "")
    return AxisTicks(
      title: "Time (\(unit))",
      marks: places.map { ($0, clock($0, hours: hasHours, seconds: hasSeconds)) })
  }

  /// Marks of frequency from `lowest` to `highest` Hz, in kHz where there are thousands.
  static func frequency(lowest: Double, highest: Double) -> AxisTicks {
    let places = [-1.0, 0, 1, 2, 3, 4, 5].flatMap { power in
      [1.0, 2, 5].map { $0 * pow(10, power) }
    }.filter { $0 > lowest && $0 < highest }
    let isHigh = highest >= 2000
    return AxisTicks(
      title: isHigh ? "Frequency (kHz)" : "Frequency (Hz)",
      marks: places.map { ($0, FixedDecimal.shortText(isHigh ? $0 / 1000 : $0) ?? "") })
  }

  private static func clock(_ time: Double, hours: Bool, seconds: Bool) -> String {
    let whole = Int(time.rounded())
    var parts = [whole / 60 % 60]
    if hours { parts.insert(whole / 3600, at: 0) } else { parts[0] = whole / 60 }
    if seconds { parts.append(whole % 60) }
    return parts.enumerated().map { place, part in
      place > 0 && part < 10 ? "0\(part)" : "\(part)"
    }.joined(separator: ":")
  }
}
