/// Multiplies a time by a whole number, on the time's own timescale.
///
/// A product too large for the timescale halves it until it fits, and becomes an infinity where even
/// whole seconds do not. An infinite time stays infinite, with the sign of the product; zero counts
/// as positive.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard time.kind == .numeric else { return time.scaled(isNegative: multiplier < 0) }
  return CMTime(
    ExactSeconds(Int128(time.value) * Int128(multiplier), over: UInt128(time.timescale)),
    timescale: time.timescale, isRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// Multiplies a time by any number, on its timescale doubled until it is at least 65536.
///
/// The product is rounded once, half away from zero; overflow and infinities are treated as by
/// `CMTimeMultiply`. A multiplier that is not a number gives the invalid time, an infinite one an
/// infinity, or the invalid time for zero.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard !multiplier.isNaN else { return .invalid }
  guard time.kind == .numeric else { return time.scaled(isNegative: multiplier < 0) }
  guard multiplier.isFinite else {
    if time.value == 0 { return .invalid }
    return (time.value < 0) == (multiplier < 0) ? .positiveInfinity : .negativeInfinity
  }
  var timescale = time.timescale
  while timescale < 65_536 { timescale *= 2 }
  return CMTime(
    time.exactSeconds.multiplied(by: multiplier), timescale: timescale,
    isRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// Multiplies a time by a whole number and divides it by another, exactly where a timescale allows.
///
/// The timescale is kept if the result falls on it, else made finer; where no timescale holds the
/// result, the finest that fits rounds it half away from zero. Dividing by zero gives an infinity, or
/// the invalid time if the dividend is zero too.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard time.kind == .numeric else {
    if divisor == 0 && multiplier == 0 { return .invalid }
    return time.scaled(isNegative: (multiplier < 0) != (divisor < 0))
  }
  let dividend = Int128(time.value) * Int128(multiplier)
  guard divisor != 0 else {
    if dividend == 0 { return .invalid }
    return dividend < 0 ? .negativeInfinity : .positiveInfinity
  }
  let scale = UInt128(time.timescale)
  let denominator = scale * UInt128(divisor.magnitude)
  let divided = ExactSeconds(divisor < 0 ? -dividend : dividend, over: denominator)
  // Every timescale that holds the result exactly is a multiple of the reduced denominator.
  let reduced = denominator / greatestCommonDivisor(divided.numerator, denominator)
  let common = scale / greatestCommonDivisor(scale, reduced) * reduced
  for timescale in [common, reduced] where timescale <= UInt128(kCMTimeMaxTimescale) {
    let timescale = CMTimeScale(timescale)
    if let (value, _) = divided.value(timescale: timescale) {
      return CMTime(value: value, timescale: timescale, flags: time.flags, epoch: time.epoch)
    }
  }
  return CMTime(
    divided, timescale: CMTimeScale(kCMTimeMaxTimescale), isRounded: time.hasBeenRounded,
    epoch: time.epoch)
}

/// The time with its sign inverted if it lies below zero.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  switch time.kind {
  case .numeric where time.value < 0: CMTimeMultiply(time, multiplier: -1)
  case .negativeInfinity: .positiveInfinity
  default: time
  }
}

extension CMTime {
  /// The product of a time that is no number with one of the given sign.
  fileprivate func scaled(isNegative: Bool) -> CMTime {
    CMTime(isNegative ? kind.negated : kind)
  }
}

extension ExactSeconds {
  /// The product with a finite number, exact to far below the finest timescale.
  ///
  /// - Precondition: the numerator is below 2^64, the denominator below 2^31.
  fileprivate func multiplied(by factor: Double) -> ExactSeconds {
    var product = self
    product.isNegative = isNegative != (factor < 0)
    guard factor != 0, numerator != 0 else {
      product.numerator = 0
      return product
    }
    // factor = significand * 2^exponent, with a whole significand of 53 bits.
    let exponent = Int(factor.exponent) - 52
    product.numerator *= UInt128(factor.magnitude.significand * 0x1p52)
    if exponent >= 0 {
      // Beyond 126 bits the product overflows whole seconds anyway.
      let room = min(exponent, product.numerator.leadingZeroBitCount - 1)
      product.numerator <<= UInt128(room)
    } else {
      product.denominator <<= UInt128(min(-exponent, 96))
      let excess = max(-exponent - 96, 0)
      let dropped = product.numerator & ((excess < 128 ? 1 << UInt128(excess) : 0) &- 1)
      product.numerator = product.numerator >> UInt128(min(excess, 128)) | (dropped == 0 ? 0 : 1)
    }
    return product
  }
}
