/// Chooses the container by the file's name and the codec by the format that is asked for.
struct EncodingPlan {
  /// FFmpeg's name of the container.
  let containerName: String

  /// FFmpeg's name of the encoder.
  let encoderName: String

  /// The bits that are kept of a sample, where the codec keeps whole samples.
  let bitDepth: Int

  /// The bits a second of a lossy codec; nil for a lossless one.
  let bitRate: Int?

  private struct Container {
    let name: String
    /// The codecs that it holds besides PCM.
    let codecs: [AudioFormatID]
    /// Whether it holds PCM of either byte order.
    let littleEndianPCM: Bool
    let bigEndianPCM: Bool
  }

  private static let containers: [String: Container] = [
    "wav": Container(name: "wav", codecs: [], littleEndianPCM: true, bigEndianPCM: false),
    "aiff": Container(name: "aiff", codecs: [], littleEndianPCM: false, bigEndianPCM: true),
    "caf": Container(
      name: "caf", codecs: [kAudioFormatAppleLossless], littleEndianPCM: true, bigEndianPCM: true),
    "flac": Container(
      name: "flac", codecs: [kAudioFormatFLAC], littleEndianPCM: false, bigEndianPCM: false),
    "m4a": Container(
      name: "ipod", codecs: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless],
      littleEndianPCM: false, bigEndianPCM: false),
  ]

  private static let otherExtensions = [
    "wave": "wav", "aif": "aiff", "aifc": "aiff", "mp4": "m4a",
  ]

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - path: the file to write; its extension names the container.
  ///   - description: the format of the data.
  ///   - settings: the encoder's bit rate and bit depth.
  init(
    path: String, description: AudioStreamBasicDescription, settings: SettingsReader
  ) throws(EncodeError) {
    let fileName = path.split(separator: "/").last ?? ""
    let suffix = fileName.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    guard let container = Self.containers[Self.otherExtensions[suffix] ?? suffix] else {
      throw EncodeError(
        reason: .unsupportedContainer, path: path, found: "the extension \"\(suffix)\"",
        expected: "wav, caf, aiff, flac or m4a")
    }
    containerName = container.name
    let isLossy = description.mFormatID == kAudioFormatMPEG4AAC
    bitRate = isLossy ? settings.integer(AVEncoderBitRateKey) ?? Self.bitRate(description) : nil
    let hint = settings.integer(AVEncoderBitDepthHintKey) ?? 16
    switch description.mFormatID {
    case kAudioFormatLinearPCM where container.littleEndianPCM || container.bigEndianPCM:
      encoderName = Self.pcmName(description, in: container)
      bitDepth = Int(description.mBitsPerChannel)
    case kAudioFormatFLAC where container.codecs.contains(kAudioFormatFLAC):
      (encoderName, bitDepth) = ("flac", hint > 16 ? 24 : 16)
    case kAudioFormatAppleLossless where container.codecs.contains(kAudioFormatAppleLossless):
      (encoderName, bitDepth) = ("alac", hint > 16 ? 24 : 16)
    case kAudioFormatMPEG4AAC where container.codecs.contains(kAudioFormatMPEG4AAC):
      (encoderName, bitDepth) = ("aac", 0)
    default:
      let codecs = container.codecs.map { "\"\($0.fourCharacters)\"" }
      let pcm = container.littleEndianPCM || container.bigEndianPCM ? ["\"lpcm\""] : []
      throw EncodeError(
        reason: .unsupportedFormat, path: path,
        found: "the format \"\(description.mFormatID.fourCharacters)\"",
        expected: (pcm + codecs).joined(separator: " or "))
    }
  }

  /// Three bits a sample keep AAC transparent, as does 96 kbit/s a channel.
  private static func bitRate(_ description: AudioStreamBasicDescription) -> Int {
    min(96_000, 3 * Int(description.mSampleRate)) * Int(description.mChannelsPerFrame)
  }

  /// WAV and AIFF have one byte order each, whatever the settings say; CAF has what they say.
  private static func pcmName(
    _ description: AudioStreamBasicDescription, in container: Container
  ) -> String {
    let flags = description.mFormatFlags
    let bits = description.mBitsPerChannel
    let isBigEndian =
      container.bigEndianPCM
      && (!container.littleEndianPCM || flags & kAudioFormatFlagIsBigEndian != 0)
    if flags & kAudioFormatFlagIsFloat != 0 { return "pcm_f\(bits)\(isBigEndian ? "be" : "le")" }
    if bits == 8 { return container.name == "wav" ? "pcm_u8" : "pcm_s8" }
    return "pcm_s\(bits)\(isBigEndian ? "be" : "le")"
  }
}
