import CoreMedia

/// Times that break careless arithmetic, for tests of laws and of safety.
enum TimePool {
  static let kinds: [CMTime] = [
    .invalid, .indefinite, .positiveInfinity, .negativeInfinity, .zero, CMTime(),
    CMTime(value: 7, timescale: 3, flags: [], epoch: 9),
    CMTime(value: 5, timescale: 2, flags: [.valid, .indefinite], epoch: 1),
    CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0),
    CMTime(value: 1, timescale: -600, flags: .valid, epoch: 0),
  ]

  static let numbers: [CMTime] = {
    let values: [Int64] = [.min, .min + 1, -44_100, -1, 0, 1, 2, 600, 48_000, .max - 1, .max]
    let timescales: [Int32] = [1, 2, 3, 600, 44_100, 1_000_000_000, .max - 1, .max]
    return values.flatMap { value in
      timescales.map { CMTime(value: value, timescale: $0) }
    }
  }()

  static let epochs: [CMTime] = [-1, 1, .max, .min].map {
    CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: $0)
  }

  static let all = kinds + numbers + epochs

  /// A numeric time of everyday size.
  static func ordinary(using generator: inout some RandomNumberGenerator) -> CMTime {
    let timescales: [Int32] = [1, 24, 25, 30, 600, 1000, 8000, 16_000, 44_100, 48_000, 90_000]
    return CMTime(
      value: .random(in: -100_000_000...100_000_000, using: &generator),
      timescale: timescales.randomElement(using: &generator) ?? 1)
  }
}

/// Whether two times agree in every field.
func isIdentical(_ first: CMTime, _ second: CMTime) -> Bool {
  first.value == second.value && first.timescale == second.timescale
    && first.flags == second.flags && first.epoch == second.epoch
}
