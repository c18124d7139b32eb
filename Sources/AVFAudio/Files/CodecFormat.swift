/// Names the format of a file's own data.
enum CodecFormat {
  /// The formats of compressed data and the frames of their packets; 0 where those vary.
  private static let compressed: [String: (id: AudioFormatID, framesPerPacket: UInt32)] = [
    "aac": (kAudioFormatMPEG4AAC, 1024), "alac": (kAudioFormatAppleLossless, 4096),
    "flac": (kAudioFormatFLAC, 0), "opus": (kAudioFormatOpus, 0),
    "mp3": (kAudioFormatMPEGLayer3, 1152), "mp2": (kAudioFormatMPEGLayer2, 1152),
    "ac3": (kAudioFormatAC3, 1536), "adpcm_ima_qt": (kAudioFormatAppleIMA4, 64),
    "pcm_mulaw": (kAudioFormatULaw, 1), "pcm_alaw": (kAudioFormatALaw, 1),
  ]

  /// Describes the data of a codec by FFmpeg's name for it.
  ///
  /// PCM is called by its type, bits and byte order, such as "pcm_s16le". A codec without a code of
  /// its own is called by the first four letters of its name.
  static func description(
    codecName: String, sampleRate: Double, channelCount: Int
  ) -> AudioStreamBasicDescription {
    var description = AudioStreamBasicDescription()
    description.mSampleRate = sampleRate
    description.mChannelsPerFrame = UInt32(channelCount)
    if let known = compressed[codecName] {
      description.mFormatID = known.id
      description.mFramesPerPacket = known.framesPerPacket
    } else if let pcm = PCMName(codecName) {
      let bytes = pcm.bits / 8 * description.mChannelsPerFrame
      description.mFormatID = kAudioFormatLinearPCM
      description.mFormatFlags = pcm.flags
      description.mBitsPerChannel = pcm.bits
      description.mBytesPerFrame = bytes
      description.mBytesPerPacket = bytes
      description.mFramesPerPacket = 1
    } else {
      let letters = Array(codecName.utf8.prefix(4))
      description.mFormatID = (letters + [0x20, 0x20, 0x20]).prefix(4)
        .reduce(0) { $0 << 8 | UInt32($1) }
    }
    return description
  }

  /// The parts of FFmpeg's name of a PCM codec.
  private struct PCMName {
    let bits: UInt32
    let flags: AudioFormatFlags

    init?(_ name: String) {
      guard name.hasPrefix("pcm_"), let type = name.dropFirst(4).first, "suf".contains(type),
        let bits = UInt32(name.dropFirst(5).prefix { $0.isNumber })
      else { return nil }
      self.bits = bits
      let kind: AudioFormatFlags =
        switch type {
        case "f": kAudioFormatFlagIsFloat
        case "s": kAudioFormatFlagIsSignedInteger
        default: 0
        }
      let order = name.contains("be") ? kAudioFormatFlagIsBigEndian : 0
      flags = kind | order | kAudioFormatFlagIsPacked
    }
  }
}
