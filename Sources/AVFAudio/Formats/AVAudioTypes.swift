/// A number of audio frames.
public typealias AVAudioFrameCount = UInt32

/// A place in a file or stream, in frames; may be negative.
public typealias AVAudioFramePosition = Int64

/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// A number of packets of compressed audio.
public typealias AVAudioPacketCount = UInt32

/// The index of a node's input or output bus.
public typealias AVAudioNodeBus = Int

/// The names of sample types that every part of the system understands.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Any other sample type.
  case otherFormat = 0
  /// 32-bit floating point, full scale at 1.
  case pcmFormatFloat32 = 1
  /// 64-bit floating point, full scale at 1.
  case pcmFormatFloat64 = 2
  /// 16-bit signed integers.
  case pcmFormatInt16 = 3
  /// 32-bit signed integers.
  case pcmFormatInt32 = 4
}

extension AVAudioCommonFormat {
  /// The bytes of one sample; 0 for other formats.
  var bytesPerSample: Int {
    switch self {
    case .otherFormat: 0
    case .pcmFormatFloat32, .pcmFormatInt32: 4
    case .pcmFormatFloat64: 8
    case .pcmFormatInt16: 2
    }
  }

  /// Whether the samples are floating point.
  var isFloat: Bool { self == .pcmFormatFloat32 || self == .pcmFormatFloat64 }

  /// The name that descriptions use.
  var name: String {
    switch self {
    case .otherFormat: "other"
    case .pcmFormatFloat32: "Float32"
    case .pcmFormatFloat64: "Float64"
    case .pcmFormatInt16: "Int16"
    case .pcmFormatInt32: "Int32"
    }
  }
}
