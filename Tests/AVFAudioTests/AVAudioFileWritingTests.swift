import AVFAudio
import Foundation
import Testing

/// What is written can be read by others, sample by sample.
struct AVAudioFileWritingTests {
  struct Target: Sendable, CustomStringConvertible {
    let fileName: String
    let formatID: AudioFormatID
    let bits: Int
    let isFloat: Bool
    let isBigEndian: Bool
    /// What ffprobe should call the codec.
    let codecName: String
    /// How far a sample may be off: half a step of the bit depth; nil for a lossy codec.
    let tolerance: Float?
    var description: String { "\(fileName) \(codecName)" }

    init(
      _ fileName: String, _ formatID: AudioFormatID, bits: Int = 16, isFloat: Bool = false,
      isBigEndian: Bool = false, _ codecName: String, tolerance: Float?
    ) {
      self.fileName = fileName
      self.formatID = formatID
      self.bits = bits
      self.isFloat = isFloat
      self.isBigEndian = isBigEndian
      self.codecName = codecName
      self.tolerance = tolerance
    }
  }

  static let targets = [
    Target("a.wav", kAudioFormatLinearPCM, bits: 8, "pcm_u8", tolerance: 0x1p-8),
    Target("a.wav", kAudioFormatLinearPCM, "pcm_s16le", tolerance: 0x1p-16),
    Target("a.wav", kAudioFormatLinearPCM, bits: 24, "pcm_s24le", tolerance: 0x1p-24),
    Target("a.wav", kAudioFormatLinearPCM, bits: 32, "pcm_s32le", tolerance: 0x1p-24),
    Target("a.WAV", kAudioFormatLinearPCM, bits: 32, isFloat: true, "pcm_f32le", tolerance: 0),
    Target("a.wav", kAudioFormatLinearPCM, bits: 64, isFloat: true, "pcm_f64le", tolerance: 0),
    Target("a.aiff", kAudioFormatLinearPCM, bits: 24, "pcm_s24be", tolerance: 0x1p-24),
    Target("a.caf", kAudioFormatLinearPCM, "pcm_s16le", tolerance: 0x1p-16),
    Target("a.caf", kAudioFormatLinearPCM, isBigEndian: true, "pcm_s16be", tolerance: 0x1p-16),
    Target("a.caf", kAudioFormatAppleLossless, "alac", tolerance: 0x1p-16),
    Target("a.flac", kAudioFormatFLAC, "flac", tolerance: 0x1p-16),
    Target("a.flac", kAudioFormatFLAC, bits: 24, "flac", tolerance: 0x1p-24),
    Target("a.m4a", kAudioFormatAppleLossless, bits: 24, "alac", tolerance: 0x1p-24),
    Target("a.m4a", kAudioFormatMPEG4AAC, "aac", tolerance: nil),
  ]

  private func settings(_ target: Target, channels: Int = 2) -> [String: Any] {
    [
      AVFormatIDKey: target.formatID, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: channels,
      AVLinearPCMBitDepthKey: target.bits, AVLinearPCMIsFloatKey: target.isFloat,
      AVLinearPCMIsBigEndianKey: target.isBigEndian, AVEncoderBitDepthHintKey: target.bits,
    ]
  }

  @Test(arguments: targets)
  func othersReadWhatIsWritten(_ target: Target) throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path(target.fileName))
    let frameCount = 10_007
    func sample(_ frame: Int, _ channel: Int) -> Float {
      Float(0.7 * sin(Double(frame) * (channel == 0 ? 0.05 : 0.021)))
    }
    let file = try AVAudioFile(forWriting: url, settings: settings(target))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 3001))
    let data = unsafe try #require(unsafe buffer.floatChannelData)
    var written = 0
    while written < frameCount {
      let count = min(3001, frameCount - written)
      for index in 0..<count {
        for channel in 0..<2 { unsafe data[channel][index] = sample(written + index, channel) }
      }
      buffer.frameLength = UInt32(count)
      try file.write(from: buffer)
      written += count
    }
    #expect(file.length == Int64(frameCount))
    file.close()
    #expect(file.length == Int64(frameCount))

    let decoded = try FFmpegCommand.decode(target.fileName, in: folder)
    let reread = try AVAudioFile(forReading: url)

    #expect(reread.length == Int64(frameCount))
    #expect(try AudioDecoder(.file(path: url.path)).codecName == target.codecName)
    if let tolerance = target.tolerance {
      #expect(decoded.count == 2 * frameCount)
      let worst = decoded.indices.map { abs(decoded[$0] - sample($0 / 2, $0 % 2)) }.max()
      #expect(try #require(worst) <= tolerance * 1.001)
    } else {
      let middle = 2000..<16_000
      let error = middle.map { decoded[$0] - sample($0 / 2, $0 % 2) }.reduce(0) { $0 + $1 * $1 }
      #expect(error / Float(middle.count) < 1e-3)
    }
  }

  @Test func fileIsCompleteWithoutClose() throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path("a.wav"))
    try write(frames: 500, to: url)
    #expect(try FFmpegCommand.decode("a.wav", in: folder).count == 500)
  }

  private func write(frames: UInt32, to url: URL) throws {
    let target = Target(url.lastPathComponent, kAudioFormatLinearPCM, "", tolerance: nil)
    let file = try AVAudioFile(
      forWriting: url, settings: settings(target, channels: 1), commonFormat: .pcmFormatInt16,
      interleaved: true)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
    buffer.frameLength = frames
    try file.write(from: buffer)
  }

  @Test(arguments: [
    ("a.xyz", kAudioFormatLinearPCM, 1_954_115_647),
    ("a.flac", kAudioFormatLinearPCM, 1_718_449_215),
    ("a.wav", kAudioFormatMPEG4AAC, 1_718_449_215), ("wav", kAudioFormatLinearPCM, 1_954_115_647),
    ("no/such/folder/a.wav", kAudioFormatLinearPCM, 1_886_547_263),
  ])
  func impossibleFilesAreRefused(_ name: String, _ formatID: AudioFormatID, _ code: Int) throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path(name))
    let target = Target(name, formatID, "", tolerance: nil)
    let error = #expect(throws: NSError.self) {
      _ = try AVAudioFile(forWriting: url, settings: settings(target))
    }
    #expect(error?.code == code)
  }

  @Test func bufferOfAnotherFormatIsRefused() throws {
    let folder = try TemporaryFolder()
    let target = Target("a.wav", kAudioFormatLinearPCM, "", tolerance: nil)
    let file = try AVAudioFile(
      forWriting: URL(fileURLWithPath: folder.path("a.wav")), settings: settings(target))
    let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 5))
    let error = #expect(throws: NSError.self) { try file.write(from: buffer) }
    #expect(error?.code == -50)
  }

  @Test func fullDiskIsAnError() throws {
    let target = Target("full.wav", kAudioFormatLinearPCM, "", tolerance: nil)
    let folder = try TemporaryFolder()
    let link = folder.path("full.wav")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
    #expect(throws: NSError.self) {
      let file = try AVAudioFile(
        forWriting: URL(fileURLWithPath: link), settings: settings(target))
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 100_000))
      buffer.frameLength = 100_000
      for _ in 0..<10 { try file.write(from: buffer) }
    }
  }
}
