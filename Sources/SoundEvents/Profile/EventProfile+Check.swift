extension EventProfile {
  /// The longest minimum duration and gap: a day, in seconds.
  static let longestDuration = 86_400.0
  /// The most windows that a median may look at.
  static let longestMedian = 101

  /// Refuses numbers that cannot be, naming the key that a profile file would hold them under.
  func check(_ rule: EventRule, at path: JSONPath) throws(EventProfileError) {
    for (key, value) in [("open", rule.openThreshold), ("close", rule.closeThreshold)]
    where !(value > 0 && value <= 1) {
      throw EventProfileError(
        path.key(key), "found \(value), expected a number over 0 and at most 1")
    }
    if rule.closeThreshold > rule.openThreshold {
      throw EventProfileError(
        path.key("close"),
        "found \(rule.closeThreshold), expected at most the value of open, \(rule.openThreshold)")
    }
    for (key, value) in [
      ("minimum_length", rule.minimumDuration), ("maximum_gap", rule.maximumGap),
    ] where !(value >= 0 && value <= Self.longestDuration) {
      throw EventProfileError(path.key(key), "found \(value), expected 0 to 86400 seconds")
    }
    if !(rule.fill >= 0 && rule.fill <= 1) {
      throw EventProfileError(path.key("fill"), "found \(rule.fill), expected 0 to 1")
    }
    switch rule.smoothing {
    case .none: break
    case .median(let count):
      if count < 1 || count > Self.longestMedian || count.isMultiple(of: 2) {
        throw EventProfileError(
          path.key("smoothing").key("median"),
          "found \(count), expected an odd number of windows from 1 to \(Self.longestMedian)")
      }
    case .exponential(let weight):
      if !(weight > 0 && weight <= 1) {
        throw EventProfileError(
          path.key("smoothing").key("exponential"),
          "found \(weight), expected a number over 0 and at most 1")
      }
    }
  }
}
