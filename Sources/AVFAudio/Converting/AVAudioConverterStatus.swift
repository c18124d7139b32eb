public import Foundation

/// What an input block says of the data it was asked for.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// The block returned a buffer.
  case haveData = 0
  /// There is no data now, but there will be.
  case noDataNow = 1
  /// There is no more data.
  case endOfStream = 2
}

/// What a conversion came to.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// All that was asked for was converted, or the last of a stream.
  case haveData = 0
  /// The input did not suffice; the output holds what could be converted.
  case inputRanDry = 1
  /// The stream has ended; the output holds nothing.
  case endOfStream = 2
  /// The conversion failed.
  case error = 3
}

/// Gives a converter the next buffer of its input format.
///
/// It gets the frames that are wanted and where to write what became of the wish.
public typealias AVAudioConverterInputBlock = (
  AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// Where a function that does not throw writes what went wrong.
///
/// Foundation on Linux lacks the name.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
