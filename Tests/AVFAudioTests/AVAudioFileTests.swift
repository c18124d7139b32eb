import AVFAudio
import Foundation
import Testing

/// Files as Apple's clients read them.
struct AVAudioFileTests {
  private func ramp(_ count: Int) -> [Int16] { (0..<count).map { Int16($0 % 30_000) } }

  private func file(_ samples: [Int16], in folder: TemporaryFolder, channels: UInt16 = 1) throws
    -> URL
  {
    let path = try folder.write(
      WaveBytes.file(samples, sampleRate: 22_050, channelCount: channels), to: "a.wav")
    return URL(fileURLWithPath: path)
  }

  @Test func formatsAndLengthAreThoseOfTheFile() throws {
    let folder = try TemporaryFolder()
    let url = try file(ramp(5000), in: folder, channels: 2)
    let audio = try AVAudioFile(forReading: url)
    #expect(audio.url == url)
    #expect(audio.length == 2500)
    #expect(audio.framePosition == 0)
    #expect(audio.processingFormat.description == "2 ch, 22050 Hz, Float32")
    #expect(audio.fileFormat.commonFormat == .pcmFormatInt16)
    #expect(audio.fileFormat.settings[AVLinearPCMBitDepthKey] as? Int == 16)
  }

  @Test(arguments: [1, 100, 1024, 4096, 100_000] as [UInt32])
  func loopUntilLengthZeroReadsEachFrameOnce(_ capacity: UInt32) throws {
    let folder = try TemporaryFolder()
    let samples = ramp(10_000)
    let audio = try AVAudioFile(forReading: try file(samples, in: folder))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: audio.processingFormat, frameCapacity: capacity))
    var read: [Float] = []
    while true {
      try audio.read(into: buffer)
      if buffer.frameLength == 0 { break }
      buffer.appendChannel(0, to: &read)
      #expect(audio.framePosition == Int64(read.count))
    }
    #expect(Samples.firstDifference(read, samples.map { Float($0) / 32_768 }) == nil)
  }

  @Test(
    arguments: [
      AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat32, .pcmFormatFloat64,
    ], [false, true])
  func everySampleTypeKeepsTheSamples(_ type: AVAudioCommonFormat, _ isInterleaved: Bool) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<2000).map { Int16($0 * 17 % 65_536 - 17_000) }
    let audio = try AVAudioFile(
      forReading: try file(samples, in: folder, channels: 2), commonFormat: type,
      interleaved: isInterleaved)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: audio.processingFormat, frameCapacity: 1000))
    try audio.read(into: buffer)
    #expect(buffer.frameLength == 1000)
    for channel in 0..<2 {
      var read: [Float] = []
      buffer.appendChannel(channel, to: &read)
      let expected = stride(from: channel, to: 2000, by: 2).map { Float(samples[$0]) / 32_768 }
      #expect(Samples.firstDifference(read, expected) == nil)
    }
    if type == .pcmFormatInt16 {
      let data = unsafe try #require(unsafe buffer.int16ChannelData)
      #expect(unsafe data[1][buffer.stride * 3] == samples[7])
    }
  }

  @Test func framePositionSeeksExactly() throws {
    let folder = try TemporaryFolder()
    let audio = try AVAudioFile(forReading: try file(ramp(20_000), in: folder))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: audio.processingFormat, frameCapacity: 3))
    for position in [12_345, 7, 19_998, 0] as [Int64] {
      audio.framePosition = position
      try audio.read(into: buffer, frameCount: 2)
      var read: [Float] = []
      buffer.appendChannel(0, to: &read)
      #expect(read == [Float(position) / 32_768, Float(position + 1) / 32_768])
      #expect(audio.framePosition == position + 2)
    }
  }

  @Test func lengthWithoutAPromiseIsCounted() throws {
    let folder = try TemporaryFolder()
    try Recordings.noise(seconds: 1, in: folder)
    try FFmpegCommand.run(["-i", "noise.wav", "-write_xing", "0", "a.mp3"], in: folder)
    let audio = try AVAudioFile(forReading: URL(fileURLWithPath: folder.path("a.mp3")))
    let decoded = try DecodedAudio(folder.path("a.mp3"))
    #expect(audio.length == Int64(decoded.frameCount))
    #expect(
      unsafe audio.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatMPEGLayer3)
  }

  @Test func closedFileThrows() throws {
    let folder = try TemporaryFolder()
    let audio = try AVAudioFile(forReading: try file(ramp(10), in: folder))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: audio.processingFormat, frameCapacity: 3))
    #expect(audio.isOpen)
    audio.close()
    #expect(!audio.isOpen)
    #expect(throws: NSError.self) { try audio.read(into: buffer) }
  }

  @Test func bufferOfAnotherFormatIsRefused() throws {
    let folder = try TemporaryFolder()
    let audio = try AVAudioFile(forReading: try file(ramp(10), in: folder))
    let other = try #require(AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 2))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: other, frameCapacity: 3))
    let error = #expect(throws: NSError.self) { try audio.read(into: buffer) }
    #expect(error?.code == -50)
  }

  @Test func errorsHaveApplesDomainAndCodes() throws {
    let folder = try TemporaryFolder()
    let text = URL(fileURLWithPath: try folder.write(Array("just text".utf8), to: "t.wav"))
    let missing = URL(fileURLWithPath: folder.path("missing.wav"))
    for (url, code) in [(text, 1_954_115_647), (missing, -43)] {
      let error = #expect(throws: NSError.self) { _ = try AVAudioFile(forReading: url) }
      #expect(error?.domain == "com.apple.coreaudio.avfaudio")
      #expect(error?.code == code)
      #expect(error?.userInfo[NSUnderlyingErrorKey] is DecodeError)
      #expect(error?.localizedDescription.contains(url.path) == true)
    }
  }

  @Test func framesBeforeTheCutComeBeforeTheError() throws {
    let folder = try TemporaryFolder()
    let bytes = WaveBytes.file(ramp(9000))
    let path = try folder.write(Array(bytes.prefix(44 + 10_000)), to: "cut.wav")
    let audio = try AVAudioFile(forReading: URL(fileURLWithPath: path))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: audio.processingFormat, frameCapacity: 9000))
    try audio.read(into: buffer)
    #expect(buffer.frameLength == 5000)
    #expect(throws: NSError.self) { try audio.read(into: buffer) }
  }
}
