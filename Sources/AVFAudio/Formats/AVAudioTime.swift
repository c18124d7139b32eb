public import Foundation
private import Glibc

/// A moment, as the host's clock, as a place in a stream of samples, or both.
public final class AVAudioTime: NSObject, Sendable {
  /// Whether the host time counts.
  public let isHostTimeValid: Bool

  /// The host's clock, in nanoseconds since an unspecified start.
  public let hostTime: UInt64

  /// Whether the sample time and rate count.
  public let isSampleTimeValid: Bool

  /// The place in the stream, in frames.
  public let sampleTime: AVAudioFramePosition

  /// The frames in a second; 0 where the sample time does not count.
  public let sampleRate: Double

  /// Makes a moment of the host's clock.
  public init(hostTime: UInt64) {
    isHostTimeValid = true
    self.hostTime = hostTime
    isSampleTimeValid = false
    sampleTime = 0
    sampleRate = 0
  }

  /// Makes a place in a stream.
  public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    isHostTimeValid = false
    hostTime = 0
    isSampleTimeValid = true
    self.sampleTime = sampleTime
    self.sampleRate = sampleRate
  }

  /// Makes a moment that is known both ways.
  public init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    isHostTimeValid = true
    self.hostTime = hostTime
    isSampleTimeValid = true
    self.sampleTime = sampleTime
    self.sampleRate = sampleRate
  }

  /// The host time that is so many seconds after the clock's start.
  public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    seconds > 0 && seconds.isFinite ? UInt64(exactly: (seconds * 1e9).rounded()) ?? .max : 0
  }

  /// The seconds from the clock's start to a host time.
  public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
    TimeInterval(hostTime) / 1e9
  }

  /// The host's clock now, in nanoseconds.
  package static func currentHostTime() -> UInt64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// Fills in what is missing, from a moment of the same stream that is known both ways.
  ///
  /// Nil if the anchor is not known both ways.
  public func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
    guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.sampleRate > 0
    else { return nil }
    if isHostTimeValid && isSampleTimeValid { return self }
    if isSampleTimeValid {
      let frames = Double(sampleTime) - Double(anchorTime.sampleTime)
      let host = Double(anchorTime.hostTime) + frames / anchorTime.sampleRate * 1e9
      guard let hostTime = UInt64(exactly: host.rounded()) else { return nil }
      return AVAudioTime(hostTime: hostTime, sampleTime: sampleTime, atRate: sampleRate)
    }
    let seconds = (Double(hostTime) - Double(anchorTime.hostTime)) / 1e9
    let frames = (seconds * anchorTime.sampleRate).rounded()
    guard let offset = Int64(exactly: frames) else { return nil }
    let (place, overflow) = anchorTime.sampleTime.addingReportingOverflow(offset)
    return overflow
      ? nil : AVAudioTime(hostTime: hostTime, sampleTime: place, atRate: anchorTime.sampleRate)
  }
}
