/// A number of seconds as a fraction wide enough to hold every sum and product of two times exactly.
struct ExactSeconds {
  /// Whether the number lies below zero.
  var isNegative: Bool

  /// The numerator without its sign, below 2^127.
  var numerator: UInt128

  /// The denominator, 1 or more.
  var denominator: UInt128

  init(isNegative: Bool, numerator: UInt128, denominator: UInt128) {
    self.isNegative = isNegative
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ numerator: Int128, over denominator: UInt128) {
    self.init(
      isNegative: numerator < 0, numerator: numerator.magnitude, denominator: denominator)
  }

  /// The nearest value on a timescale, and whether it is exact; nil where it does not fit.
  func value(
    timescale: CMTimeScale, method: CMTimeRoundingMethod = .default
  ) -> (value: CMTimeValue, isExact: Bool)? {
    let product = numerator.multipliedFullWidth(by: UInt128(timescale))
    guard product.high < denominator else { return nil }
    let (whole, rest) = denominator.dividingFullWidth(product)
    guard rest != 0 else { return signed(whole).map { ($0, true) } }
    // `rest` at or above one half, without the overflow that doubling it could cause.
    let isHalfOrMore = rest >= denominator - rest
    let isAwayFromZero =
      switch method {
      case .roundTowardZero: false
      case .roundAwayFromZero: true
      case .roundTowardPositiveInfinity: !isNegative
      case .roundTowardNegativeInfinity: isNegative
      case .roundHalfAwayFromZero: isHalfOrMore
      case .quickTime: UInt128(timescale) > denominator || (isNegative && whole == 0)
      }
    guard isAwayFromZero else { return signed(whole).map { ($0, false) } }
    let (next, overflow) = whole.addingReportingOverflow(1)
    return overflow ? nil : signed(next).map { ($0, false) }
  }

  private func signed(_ magnitude: UInt128) -> CMTimeValue? {
    guard magnitude <= UInt128(Int64.max) + (isNegative ? 1 : 0) else { return nil }
    return CMTimeValue(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
  }
}

extension CMTime {
  /// Makes the time nearest to an exact number of seconds.
  ///
  /// A value too large for the timescale halves the timescale until it fits; one too large for whole
  /// seconds gives an infinity.
  init(_ seconds: ExactSeconds, timescale: CMTimeScale, isRounded: Bool, epoch: CMTimeEpoch) {
    var timescale = timescale
    while true {
      if let (value, isExact) = seconds.value(timescale: timescale) {
        self.init(
          value: value, timescale: timescale,
          flags: isExact && !isRounded ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
        return
      }
      guard timescale > 1 else {
        self = seconds.isNegative ? .negativeInfinity : .positiveInfinity
        return
      }
      timescale /= 2
    }
  }

  /// The number of seconds of a numeric time.
  var exactSeconds: ExactSeconds { ExactSeconds(Int128(value), over: UInt128(timescale)) }
}

/// The greatest common divisor; that of any number and zero is the number.
func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number {
  var (larger, smaller) = (first, second)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}
