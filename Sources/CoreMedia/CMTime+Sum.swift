/// Adds two times; see `CMTime.+` for what becomes of timescale, epoch and infinities.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Subtracts one time from another; see `CMTime.-`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

extension CMTime {
  /// Adds two times.
  ///
  /// The result has the common timescale, or else the least common multiple of both, at most
  /// `kCMTimeMaxTimescale`. A sum too large for it halves the timescale until it fits, and becomes an
  /// infinity where even whole seconds do not. Rounding sets `hasBeenRounded`, which also passes on
  /// from either operand.
  ///
  /// An invalid operand, two opposite infinities, and two different epochs other than 0 give the
  /// invalid time; an infinity wins over the indefinite time, which wins over numbers. Epoch 0 adds
  /// to any epoch; two times of the same epoch give epoch 0.
  public static func + (lhs: CMTime, rhs: CMTime) -> CMTime { sum(lhs, rhs, isDifference: false) }

  /// Subtracts one time from another, by the rules of addition.
  public static func - (lhs: CMTime, rhs: CMTime) -> CMTime { sum(lhs, rhs, isDifference: true) }

  private static func sum(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime {
    let kinds = (lhs.kind, isDifference ? rhs.kind.negated : rhs.kind)
    guard kinds == (.numeric, .numeric) else { return CMTime(sum(kinds.0, kinds.1)) }
    guard lhs.epoch == rhs.epoch || lhs.epoch == 0 || rhs.epoch == 0 else { return .invalid }
    let epoch = lhs.epoch == rhs.epoch ? 0 : lhs.epoch == 0 ? rhs.epoch : lhs.epoch

    let scales = (UInt128(lhs.timescale), UInt128(rhs.timescale))
    let multiple = scales.0 / greatestCommonDivisor(scales.0, scales.1) * scales.1
    let left = Int128(lhs.value) * Int128(multiple / scales.0)
    let right = Int128(rhs.value) * Int128(multiple / scales.1)
    return CMTime(
      ExactSeconds(isDifference ? left - right : left + right, over: multiple),
      timescale: CMTimeScale(min(multiple, UInt128(kCMTimeMaxTimescale))),
      isRounded: lhs.hasBeenRounded || rhs.hasBeenRounded, epoch: epoch)
  }

  /// The kind of a sum of which at least one part is no number.
  private static func sum(_ first: Kind, _ second: Kind) -> Kind {
    let infinities: Set<Kind> = [.negativeInfinity, .positiveInfinity]
    if first == .invalid || second == .invalid { return .invalid }
    if infinities.contains(first) {
      return infinities.contains(second) && first != second ? .invalid : first
    }
    return infinities.contains(second) ? second : .indefinite
  }
}

extension CMTime.Kind {
  /// The kind of the time with the opposite sign.
  var negated: Self {
    switch self {
    case .negativeInfinity: .positiveInfinity
    case .positiveInfinity: .negativeInfinity
    case .numeric, .indefinite, .invalid: self
    }
  }
}
