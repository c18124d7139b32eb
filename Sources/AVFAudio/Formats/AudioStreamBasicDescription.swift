/// The four-character code of an audio format.
public typealias AudioFormatID = UInt32

/// Flags that refine a format.
public typealias AudioFormatFlags = UInt32

/// Describes a stream of audio data by numbers alone.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// The frames in a second.
  public var mSampleRate: Double
  /// What kind of data it is, such as linear PCM.
  public var mFormatID: AudioFormatID
  /// Refinements of the format.
  public var mFormatFlags: AudioFormatFlags
  /// The bytes of a packet; 0 if they vary.
  public var mBytesPerPacket: UInt32
  /// The frames of a packet; 1 for PCM, 0 if they vary.
  public var mFramesPerPacket: UInt32
  /// The bytes of a frame in one buffer; 0 for compressed data.
  public var mBytesPerFrame: UInt32
  /// The channels of a frame.
  public var mChannelsPerFrame: UInt32
  /// The bits of a sample; 0 for compressed data.
  public var mBitsPerChannel: UInt32
  /// Padding; 0.
  public var mReserved: UInt32

  /// Makes a description of nothing.
  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
      mBytesPerFrame: 0, mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  /// Makes a description from its numbers.
  public init(
    mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags,
    mBytesPerPacket: UInt32, mFramesPerPacket: UInt32, mBytesPerFrame: UInt32,
    mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32, mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }
}

/// Samples are floating point.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// The highest byte of a sample comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// The bits of a sample fill its bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5

/// Uncompressed samples ("lpcm").
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// Advanced Audio Coding ("aac ").
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Apple Lossless ("alac").
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// Free Lossless Audio Codec ("flac").
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus ("opus").
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573
/// MPEG layer III (".mp3").
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// MPEG layer II (".mp2").
public let kAudioFormatMPEGLayer2: AudioFormatID = 0x2E6D_7032
/// Dolby Digital ("ac-3").
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// G.711 mu-law ("ulaw").
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177
/// G.711 A-law ("alaw").
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177
/// IMA ADPCM as QuickTime stores it ("ima4").
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
