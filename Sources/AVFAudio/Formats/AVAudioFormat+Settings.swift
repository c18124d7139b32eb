private import Foundation

extension AVAudioFormat {
  /// Makes a format from a settings dictionary.
  ///
  /// Nil without a format, rate and channels, or if PCM lacks a sample type that exists. Integers
  /// are signed, except of 8 bits.
  public convenience init?(settings: [String: Any]) {
    let reader = SettingsReader(settings)
    guard let formatID = reader.integer(AVFormatIDKey).flatMap(UInt32.init(exactly:)),
      let sampleRate = reader.number(AVSampleRateKey), sampleRate > 0, sampleRate.isFinite,
      let channelCount = reader.integer(AVNumberOfChannelsKey).flatMap(UInt32.init(exactly:)),
      channelCount > 0
    else { return nil }
    var description = AudioStreamBasicDescription()
    description.mSampleRate = sampleRate
    description.mFormatID = formatID
    description.mChannelsPerFrame = channelCount
    if formatID == kAudioFormatLinearPCM {
      guard let pcm = reader.pcm(description) else { return nil }
      description = pcm
    }
    self.init(description, channelLayout: nil)
  }

  /// The format as a settings dictionary.
  public var settings: [String: Any] {
    let description = basicDescription
    var settings: [String: Any] = [
      AVFormatIDKey: description.mFormatID, AVSampleRateKey: description.mSampleRate,
      AVNumberOfChannelsKey: Int(description.mChannelsPerFrame),
    ]
    guard description.mFormatID == kAudioFormatLinearPCM else { return settings }
    settings[AVLinearPCMBitDepthKey] = Int(description.mBitsPerChannel)
    let flags: [(String, AudioFormatFlags)] = [
      (AVLinearPCMIsFloatKey, kAudioFormatFlagIsFloat),
      (AVLinearPCMIsBigEndianKey, kAudioFormatFlagIsBigEndian),
      (AVLinearPCMIsNonInterleaved, kAudioFormatFlagIsNonInterleaved),
    ]
    for (key, flag) in flags { settings[key] = description.mFormatFlags & flag != 0 }
    return settings
  }
}

/// Reads the values of a settings dictionary, whatever number type they have.
struct SettingsReader {
  private let settings: [String: Any]

  init(_ settings: [String: Any]) { self.settings = settings }

  func number(_ key: String) -> Double? {
    switch settings[key] {
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0) } }

  func flag(_ key: String) -> Bool? {
    settings[key] as? Bool ?? number(key).map { $0 != 0 }
  }

  /// A PCM description by the PCM keys; nil if no such sample type exists.
  func pcm(_ base: AudioStreamBasicDescription) -> AudioStreamBasicDescription? {
    let isFloat = flag(AVLinearPCMIsFloatKey) ?? false
    let bits = integer(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
    guard isFloat ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits) else { return nil }
    let isApart = flag(AVLinearPCMIsNonInterleaved) ?? false
    var description = base
    description.mBitsPerChannel = UInt32(bits)
    description.mBytesPerFrame = UInt32(bits / 8) &* (isApart ? 1 : base.mChannelsPerFrame)
    description.mBytesPerPacket = description.mBytesPerFrame
    description.mFramesPerPacket = 1
    description.mFormatFlags = kAudioFormatFlagIsPacked
    if isFloat { description.mFormatFlags |= kAudioFormatFlagIsFloat }
    if !isFloat && bits > 8 { description.mFormatFlags |= kAudioFormatFlagIsSignedInteger }
    if isApart { description.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
    if flag(AVLinearPCMIsBigEndianKey) ?? false {
      description.mFormatFlags |= kAudioFormatFlagIsBigEndian
    }
    return description
  }
}
