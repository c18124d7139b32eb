extension CMTime {
  /// Whether this is any time but the invalid one.
  public var isValid: Bool { flags.contains(.valid) }

  /// Whether this is later than every finite time.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }

  /// Whether this is earlier than every finite time.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }

  /// Whether this is a time that is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }

  /// Whether value, timescale and epoch mean something.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }

  /// Whether this is a number that was rounded at some point in its past.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The kinds of time, in their order: every time of one kind comes before those of the next.
  enum Kind: Int, Comparable {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid

    static func < (earlier: Kind, later: Kind) -> Bool { earlier.rawValue < later.rawValue }
  }

  /// The kind, in which a number over a timescale that is not positive is invalid.
  var kind: Kind {
    if !isValid { return .invalid }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    if flags.contains(.negativeInfinity) { return .negativeInfinity }
    if flags.contains(.indefinite) { return .indefinite }
    return timescale > 0 ? .numeric : .invalid
  }

  /// The time of a kind that holds no number.
  ///
  /// - Precondition: `kind` is not `numeric`.
  init(_ kind: Kind) {
    switch kind {
    case .negativeInfinity: self = .negativeInfinity
    case .positiveInfinity: self = .positiveInfinity
    case .indefinite: self = .indefinite
    case .invalid: self = .invalid
    case .numeric: preconditionFailure("A number has no single time")
    }
  }
}
