import AVFAudio
import Foundation
import Testing

/// Conversion between PCM formats, by both of Apple's forms.
struct AVAudioConverterTests {
  private func format(
    _ type: AVAudioCommonFormat = .pcmFormatFloat32, _ rate: Double = 48_000,
    channels: UInt32 = 1, interleaved: Bool = false
  ) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(
        commonFormat: type, sampleRate: rate, channels: channels, interleaved: interleaved))
  }

  private func buffer(_ format: AVAudioFormat, _ channels: [[Float]]) throws -> AVAudioPCMBuffer {
    let count = UInt32(channels[0].count)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: max(1, count)))
    let data = unsafe try #require(unsafe buffer.floatChannelData)
    for channel in channels.indices {
      for index in channels[channel].indices {
        unsafe data[channel][index * buffer.stride] = channels[channel][index]
      }
    }
    buffer.frameLength = count
    return buffer
  }

  private func samples(_ buffer: AVAudioPCMBuffer, _ channel: Int = 0) -> [Float] {
    var samples: [Float] = []
    buffer.appendChannel(channel, to: &samples)
    return samples
  }

  @Test func integersAreRoundedAndClipped() throws {
    let input = try buffer(try format(), [[0, 0.5, -0.5, 1, -1, 2, -2, 1 / 65_536 + 1e-6]])
    let output = try #require(
      AVAudioPCMBuffer(pcmFormat: try format(.pcmFormatInt16), frameCapacity: 8))
    let converter = try #require(AVAudioConverter(from: input.format, to: output.format))

    try converter.convert(to: output, from: input)

    let data = unsafe try #require(unsafe output.int16ChannelData)
    let values = (0..<8).map { unsafe data[0][$0] }
    #expect(values == [0, 16_384, -16_384, 32_767, -32_768, 32_767, -32_768, 1])
  }

  @Test func oneChannelGoesToAllAndAMapChoosesOthers() throws {
    let mono = try buffer(try format(), [[0.25, 0.5]])
    let stereo = try #require(
      AVAudioPCMBuffer(pcmFormat: try format(channels: 2, interleaved: true), frameCapacity: 2))
    let widening = try #require(AVAudioConverter(from: mono.format, to: stereo.format))
    try widening.convert(to: stereo, from: mono)
    #expect(samples(stereo, 0) == [0.25, 0.5])
    #expect(samples(stereo, 1) == [0.25, 0.5])

    let source = try buffer(try format(channels: 2), [[1, 0], [0.5, 0.25]])
    let target = try #require(AVAudioPCMBuffer(pcmFormat: try format(), frameCapacity: 2))
    let narrowing = try #require(AVAudioConverter(from: source.format, to: target.format))
    try narrowing.convert(to: target, from: source)
    #expect(samples(target) == [1, 0])
    narrowing.channelMap = [1]
    try narrowing.convert(to: target, from: source)
    #expect(samples(target) == [0.5, 0.25])
    narrowing.channelMap = [0]
    narrowing.downmix = true
    try narrowing.convert(to: target, from: source)
    #expect(samples(target) == [0.75, 0.125])
  }

  @Test(arguments: [1, 37, 480, 5000], [64, 1000] as [UInt32])
  func blockFormConvertsTheRateWhateverThePieces(_ piece: Int, _ capacity: UInt32) throws {
    let input = (0..<9600).map { Float(sin(2 * .pi * 700 * Double($0) / 48_000)) }
    let output = try format(.pcmFormatFloat32, 16_000)
    let converter = try #require(AVAudioConverter(from: try format(), to: output))
    let target = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: capacity))
    var expected: [Float] = []
    let direct = try SampleRateConverter(inputSampleRate: 48_000, outputSampleRate: 16_000)
    direct.convert(input.span, into: &expected)
    direct.finish(into: &expected)

    var result: [Float] = []
    var start = 0
    var status = AVAudioConverterOutputStatus.haveData
    var isDry = false
    while status != .endOfStream {
      var error: NSError?
      status = unsafe converter.convert(to: target, error: &error) { _, inputStatus in
        isDry.toggle()
        if isDry {
          unsafe inputStatus.pointee = .noDataNow
          return nil
        }
        guard start < input.count else {
          unsafe inputStatus.pointee = .endOfStream
          return nil
        }
        unsafe inputStatus.pointee = .haveData
        let end = min(input.count, start + piece)
        defer { start = end }
        return try? buffer(converter.inputFormat, [Array(input[start..<end])])
      }
      #expect(status != .error && error == nil)
      result += samples(target)
    }

    #expect(Samples.firstDifference(result, expected) == nil)
  }

  @Test func simpleFormRefusesWhatItCannotDo() throws {
    let input = try buffer(try format(), [[0, 0, 0]])
    let slow = try #require(
      AVAudioPCMBuffer(pcmFormat: try format(.pcmFormatFloat32, 16_000), frameCapacity: 9))
    let short = try #require(AVAudioPCMBuffer(pcmFormat: try format(), frameCapacity: 2))
    for output in [slow, short] {
      let converter = try #require(AVAudioConverter(from: input.format, to: output.format))
      let error = #expect(throws: NSError.self) {
        try converter.convert(to: output, from: input)
      }
      #expect(error?.code == -50)
    }
  }

  @Test func inputOfAnotherFormatIsAnError() throws {
    let converter = try #require(AVAudioConverter(from: try format(), to: try format()))
    let wrong = try buffer(try format(channels: 2), [[0], [0]])
    let output = try #require(AVAudioPCMBuffer(pcmFormat: try format(), frameCapacity: 2))
    var error: NSError?
    let status = unsafe converter.convert(to: output, error: &error) { _, inputStatus in
      unsafe inputStatus.pointee = .haveData
      return wrong
    }
    #expect(status == .error)
    #expect(error?.code == -50)
  }

  @Test func compressedFormatsHaveNoConverter() throws {
    let aac = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
      ]))
    #expect(AVAudioConverter(from: aac, to: try format()) == nil)
    #expect(AVAudioConverter(from: try format(), to: aac) == nil)
  }

  @Test func resetBeginsAnotherStream() throws {
    let converter = try #require(
      AVAudioConverter(from: try format(), to: try format(.pcmFormatFloat32, 16_000)))
    let tone = try buffer(
      converter.inputFormat, [(0..<4800).map { Float(sin(Double($0) * 0.05)) }])
    let output = try #require(
      AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1600))
    var results: [[Float]] = []
    for _ in 0..<2 {
      var isGiven = false
      let status = unsafe converter.convert(to: output, error: nil) { _, inputStatus in
        unsafe inputStatus.pointee = isGiven ? .endOfStream : .haveData
        defer { isGiven = true }
        return isGiven ? nil : tone
      }
      #expect(status == .haveData)
      results.append(samples(output))
      converter.reset()
    }
    #expect(Samples.firstDifference(results[0], results[1]) == nil)
  }
}
