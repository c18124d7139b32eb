public import Foundation

/// Describes the samples of a file or buffer: type, rate, channels and their order.
@safe public final class AVAudioFormat: NSObject, Sendable {
  /// The description by numbers, valid while the format lives.
  ///
  /// Written once by the initialiser and freed by deinit, so that sharing it is safe.
  public nonisolated(unsafe) let streamDescription: UnsafePointer<AudioStreamBasicDescription>

  /// The description by numbers.
  let basicDescription: AudioStreamBasicDescription

  /// The loudspeakers that the channels are meant for; nil where nobody said.
  public let channelLayout: AVAudioChannelLayout?

  /// The sample type; other than PCM of the host is `otherFormat`.
  public let commonFormat: AVAudioCommonFormat

  /// The frames in a second.
  public var sampleRate: Double { basicDescription.mSampleRate }

  /// The channels of a frame.
  public var channelCount: AVAudioChannelCount { basicDescription.mChannelsPerFrame }

  /// Whether all channels share one buffer, frame by frame.
  public var isInterleaved: Bool {
    basicDescription.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
  }

  /// Whether the samples are 32-bit floats, each channel in a buffer of its own.
  public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  init(_ description: AudioStreamBasicDescription, channelLayout: AVAudioChannelLayout?) {
    basicDescription = description
    self.channelLayout = channelLayout
    commonFormat = description.commonFormat
    let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    unsafe memory.initialize(to: description)
    unsafe streamDescription = UnsafePointer(memory)
  }

  deinit { unsafe streamDescription.deallocate() }

  /// Makes a format of 32-bit floats, each channel in a buffer of its own.
  ///
  /// Nil without channels, with more than two channels, whose places would be unknown, or with a
  /// rate that is not above 0.
  public convenience init?(
    standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels,
      interleaved: false)
  }

  /// Makes a format of 32-bit floats, each channel in a buffer of its own, in a channel layout.
  public convenience init(
    standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false,
      channelLayout: layout)
  }

  /// Makes a PCM format.
  ///
  /// Nil for `otherFormat`, without channels, with more than two channels, whose places would be
  /// unknown, or with a rate that is not above 0.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    guard (1...2).contains(channels) else { return nil }
    self.init(
      format, sampleRate: sampleRate, channelCount: channels, isInterleaved: interleaved,
      channelLayout: nil)
  }

  /// Makes a PCM format in a channel layout.
  public convenience init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    let description = AudioStreamBasicDescription(
      format, sampleRate: sampleRate, channelCount: layout.channelCount,
      isInterleaved: interleaved)
    self.init(description, channelLayout: layout)
  }

  /// Makes a PCM format with any number of channels; nil if a value is impossible.
  convenience init?(
    _ format: AVAudioCommonFormat, sampleRate: Double, channelCount: AVAudioChannelCount,
    isInterleaved: Bool, channelLayout: AVAudioChannelLayout?
  ) {
    guard format != .otherFormat, channelCount > 0, sampleRate > 0, sampleRate.isFinite else {
      return nil
    }
    let description = AudioStreamBasicDescription(
      format, sampleRate: sampleRate, channelCount: channelCount, isInterleaved: isInterleaved)
    self.init(description, channelLayout: channelLayout)
  }

  /// Makes a format from its description by numbers.
  ///
  /// Nil without channels or rate, and with more than two channels, whose places would be unknown.
  public convenience init?(
    streamDescription: UnsafePointer<AudioStreamBasicDescription>
  ) {
    unsafe self.init(streamDescription: streamDescription, channelLayout: nil)
  }

  /// Makes a format from its description by numbers and a channel layout.
  ///
  /// Nil without rate, or if the numbers of channels differ.
  public convenience init?(
    streamDescription: UnsafePointer<AudioStreamBasicDescription>,
    channelLayout layout: AVAudioChannelLayout?
  ) {
    let description = unsafe streamDescription.pointee
    let channelCount = description.mChannelsPerFrame
    guard description.mSampleRate > 0, description.mSampleRate.isFinite, channelCount > 0,
      layout.map({ $0.channelCount == channelCount }) ?? (channelCount <= 2)
    else { return nil }
    self.init(description, channelLayout: layout)
  }

  /// Formats are equal if their descriptions and layouts are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    return other.basicDescription == basicDescription && other.channelLayout == channelLayout
  }

  /// The hash of the description.
  public override var hash: Int { basicDescription.hashValue }

  /// The format in a line, such as "1 ch, 48000 Hz, Float32".
  public override var description: String {
    let rate = sampleRate == sampleRate.rounded() ? "\(Int(sampleRate))" : "\(sampleRate)"
    let name =
      commonFormat == .otherFormat ? basicDescription.mFormatID.fourCharacters : commonFormat.name
    let order = channelCount > 1 && isInterleaved && commonFormat != .otherFormat
    return "\(channelCount) ch, \(rate) Hz, \(name)\(order ? ", interleaved" : "")"
  }
}
