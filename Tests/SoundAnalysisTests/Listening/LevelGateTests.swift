import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// Windows below a level, which are silence without asking the model.
@Suite struct LevelGateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Seconds of noise at some level in dBFS (RMS), one after the other.
  private func file(_ levels: [Double?], second: Int = 16_000, rate: Int = 16_000) throws -> URL {
    var samples: [Float] = []
    for level in levels {
      let noise = Signals.noise(count: second)
      let power = noise.reduce(0) { $0 + $1 * $1 } / Float(second)
      let factor = level.map { Float(pow(10, $0 / 20)) / power.squareRoot() } ?? 0
      samples += noise.map { $0 * factor }
    }
    return try WaveFile(sampleRate: rate, mono: samples).write(to: folder.url)
  }

  /// The samples of a file in one channel.
  private func samples(of url: URL) throws -> [Float] {
    let file = try AVAudioFile(forReading: url)
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
    try file.read(into: buffer)
    guard let channels = unsafe buffer.floatChannelData else {
      preconditionFailure("a standard format has float channels")
    }
    return (0..<Int(buffer.frameLength)).map { unsafe channels[0][$0] }
  }

  private func quiet(_ hearing: Hearing) -> [Bool] { hearing.results.map(\.isQuiet) }

  @Test func windowsBelowTheLevelAreSilence() throws {
    let hearing = try Hearing(file([-30, -70, nil, -50])) { $0.gateLevel = -60 }
    #expect(quiet(hearing) == [false, true, true, false])
    for result in hearing.results where result.isQuiet {
      #expect(result.classification(forIdentifier: "silence")?.confidence == 1)
      #expect(result.scores.reduce(0, +) == 1)
    }
  }

  @Test func whatIsHeardIsHeardAsWithoutIt() throws {
    let url = try file([-30, -70, -30, -30, -80, -30] + Array(repeating: -20, count: 30))
    let plain = try Hearing(url, overlap: 0.5) { _ in }
    let gated = try Hearing(url, overlap: 0.5) { $0.gateLevel = -60 }
    #expect(gated.windows == plain.windows)
    #expect(quiet(gated).filter(\.self).count == 2)
    #expect(quiet(plain).allSatisfy { !$0 })
    for (one, other) in zip(gated.results, plain.results) where !one.isQuiet {
      #expect(one.scores == other.scores)
    }
  }

  // 20 ms are enough to be heard, at a whole block's place or between two.
  @Test(arguments: [8_000, 8_100])
  func aShortSoundInSilenceIsHeard(place: Int) throws {
    var samples = [Float](repeating: 0, count: 32_000)
    for index in place..<place + 640 { samples[index] = index % 2 == 0 ? 0.01 : -0.01 }
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    // -40 dBFS; half a block of it is -43.
    #expect(try quiet(Hearing(url) { $0.gateLevel = -44 }) == [false, true])
    #expect(try quiet(Hearing(url) { $0.gateLevel = -39 }) == [true, true])
  }

  @Test(arguments: TailHandling.allCases)
  func theEndIsHeldAgainstItAsWell(tail: TailHandling) throws {
    let short = try Hearing(file([-70], second: 12_000)) {
      $0.gateLevel = -60
      $0.tail = tail
    }
    #expect(quiet(short) == (tail == .drop ? [] : [true]))
    // Its last block, which is not whole, has the sound.
    var samples = [Float](repeating: 0, count: 12_100)
    for index in 12_000..<12_100 { samples[index] = 0.5 }
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let loud = try Hearing(url) {
      $0.gateLevel = -60
      $0.tail = tail
    }
    #expect(quiet(loud) == (tail == .drop ? [] : [false]))
  }

  // Hops that are no whole number of blocks, so that blocks lie across the ends of windows, and levels that
  // change there.
  @Test(arguments: [(16_000, 0.75), (11_025, 0.5), (44_100, 0.66)])
  func aStreamIsAFileWhateverTheBuffers(rate: Int, overlap: Double) throws {
    let quarter = rate / 4
    let url = try file(
      [nil, nil, nil, nil, nil, -30, nil, nil, nil, nil, nil, -61, -59, nil], second: quarter,
      rate: rate)
    let expected = try Hearing(url, overlap: overlap) { $0.gateLevel = -60 }
    let samples = try self.samples(of: url)
    let format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: Double(rate), channels: 1))
    var random = SeededGenerator(seed: 1)
    for most in [50, 200, 5_000] {
      let recorder = Recorder()
      let analyzer = SNAudioStreamAnalyzer(format: format, gateLevel: -60)
      let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
      request.windowDuration = CMTime(seconds: 1, preferredTimescale: 1_000_000)
      request.overlapFactor = overlap
      try analyzer.add(request, withObserver: recorder)
      var position = 0
      while position < samples.count {
        let count = min(Int.random(in: 1...most, using: &random), samples.count - position)
        try analyzer.analyze(
          sampleBuffer(samples[position..<position + count], format),
          atAudioFramePosition: Int64(position))
        position += count
      }
      analyzer.completeAnalysis()
      #expect(recorder.results.map(\.scores) == expected.scores)
      #expect(recorder.results.map(\.isQuiet) == quiet(expected))
    }
    #expect(quiet(expected).contains(true) && quiet(expected).contains(false))
  }

  @Test func aStreamThatBeginsAnewForgets() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format, gateLevel: -60)
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTime(seconds: 1, preferredTimescale: 1_000_000)
    request.overlapFactor = 0
    try analyzer.add(request, withObserver: recorder)
    let loud = try samples(of: file([-20]))
    let silent = try samples(of: file([nil]))
    try analyzer.analyze(sampleBuffer(loud[..<8_000], format), atAudioFramePosition: 0)
    try analyzer.analyze(sampleBuffer(silent[...], format), atAudioFramePosition: 100_000)
    analyzer.completeAnalysis()
    #expect(recorder.results.map(\.isQuiet) == [true])
    #expect(recorder.results.map(\.timeRange.start.value) == [100_000])
  }
}
