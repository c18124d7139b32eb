/// The key of the format, an AudioFormatID.
public let AVFormatIDKey: String = "AVFormatIDKey"
/// The key of the sample rate, a Double in Hz.
public let AVSampleRateKey: String = "AVSampleRateKey"
/// The key of the number of channels, an Int.
public let AVNumberOfChannelsKey: String = "AVNumberOfChannelsKey"
/// The key of the channel layout, bytes of an AudioChannelLayout.
public let AVChannelLayoutKey: String = "AVChannelLayoutKey"
/// The key of the bits of a PCM sample: 8, 16, 24, 32 or 64.
public let AVLinearPCMBitDepthKey: String = "AVLinearPCMBitDepthKey"
/// The key that says whether PCM samples have their highest byte first, a Bool.
public let AVLinearPCMIsBigEndianKey: String = "AVLinearPCMIsBigEndianKey"
/// The key that says whether PCM samples are floating point, a Bool.
public let AVLinearPCMIsFloatKey: String = "AVLinearPCMIsFloatKey"
/// The key that says whether each channel has a buffer of its own, a Bool.
public let AVLinearPCMIsNonInterleaved: String = "AVLinearPCMIsNonInterleaved"
/// The key of the encoder's bit rate, an Int in bits a second.
public let AVEncoderBitRateKey: String = "AVEncoderBitRateKey"
/// The key of the encoder's quality, an AVAudioQuality's raw value.
public let AVEncoderAudioQualityKey: String = "AVEncoderQualityKey"
/// The key of the bits that a lossless encoder keeps: 16, 20, 24 or 32.
public let AVEncoderBitDepthHintKey: String = "AVEncoderBitDepthHintKey"

/// How much work an encoder or converter may do for quality.
public enum AVAudioQuality: Int, Sendable {
  /// The least work.
  case min = 0
  /// Little work.
  case low = 0x20
  /// A balance.
  case medium = 0x40
  /// Much work.
  case high = 0x60
  /// The most work.
  case max = 0x7F
}
