/// The numerator of a time: a count of units of one timescale-th of a second.
public typealias CMTimeValue = Int64

/// The denominator of a time: units per second.
public typealias CMTimeScale = Int32

/// Tells apart timelines that restart, such as the laps of a loop; durations have epoch 0.
public typealias CMTimeEpoch = Int64

/// The largest timescale, units per second.
public let kCMTimeMaxTimescale: Int = 0x7fff_ffff
