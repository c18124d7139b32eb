import Foundation
import SoundAnalysis
import TestSupport
import Testing

@Suite struct SNAudioStreamAnalyzerTests {
  private func request(
    window: Double = 1, overlap: Double = 0.5
  ) throws -> SNClassifySoundRequest {
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTimeMakeWithSeconds(window, preferredTimescale: 48_000)
    request.overlapFactor = overlap
    return request
  }

  private func format(_ sampleRate: Double = 44_100, channels: UInt32 = 1) throws -> AVAudioFormat {
    try #require(AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: channels))
  }

  /// Feeds samples in pieces of random lengths.
  private func feed(
    _ samples: [Float], to analyzer: SNAudioStreamAnalyzer, format: AVAudioFormat,
    from position: Int64 = 0, pieces: ClosedRange<Int>,
    using generator: inout some RandomNumberGenerator
  ) throws {
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + Int.random(in: pieces, using: &generator))
      try analyzer.analyze(
        sampleBuffer(samples[start..<end], format), atAudioFramePosition: position + Int64(start))
      start = end
    }
  }

  @Test(arguments: [16_000.0, 44_100, 48_000, 8_000])
  func aStreamInAnyPiecesGivesWhatTheFileGives(sampleRate: Double) throws {
    let samples = Signals.noise(count: Int(sampleRate * 6.3))
    let folder = try TemporaryFolder()
    let file = try WaveFile(sampleRate: Int(sampleRate), mono: samples).write(to: folder.url)
    let expected = Recorder()
    let fileAnalyzer = try SNAudioFileAnalyzer(url: file)
    try fileAnalyzer.add(request(), withObserver: expected)
    fileAnalyzer.analyze()
    #expect(expected.rows.count == 11)

    let format = try format(sampleRate)
    var generator = SeededGenerator(seed: 1)
    for pieces in [1...40, 441...441, 1...9_000, 50_000...300_000] {
      let recorder = Recorder()
      let analyzer = SNAudioStreamAnalyzer(format: format)
      try analyzer.add(request(), withObserver: recorder)
      try feed(samples, to: analyzer, format: format, pieces: pieces, using: &generator)
      analyzer.completeAnalysis()
      #expect(recorder.rows == expected.rows, "pieces of \(pieces) frames")
      #expect(recorder.completions == 1)
      #expect(recorder.errors.isEmpty)
    }
  }

  @Test func resultsAreThereWhenTheirLastBufferReturns() throws {
    let format = try format(48_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 0.5, overlap: 0), withObserver: recorder)
    let samples = Signals.noise(count: 24_000)
    for window in 0..<4 {
      try analyzer.analyze(
        sampleBuffer(samples[...], format), atAudioFramePosition: Int64(window * 24_000))
      #expect(recorder.results.count == window + 1)
    }
  }

  @Test func timesFollowTheClientsPositions() throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 1, overlap: 0.5), withObserver: recorder)
    let start: Int64 = 987_654_321_000
    let samples = Signals.noise(count: 32_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: start)
    analyzer.completeAnalysis()
    #expect(recorder.rows.map(\.start) == [start, start + 8000, start + 16_000])
  }

  @Test(arguments: [100_000, -50_000, 2])
  func aJumpBeginsAnewAtItsPosition(jump: Int64) throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: recorder)
    let samples = Signals.noise(count: 24_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    let second = 24_000 + jump
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: second)
    analyzer.completeAnalysis()
    #expect(recorder.rows.map(\.start) == [0, second])
    // The same samples from a fresh start give the same confidences.
    #expect(recorder.rows[0].confidences == recorder.rows[1].confidences)
  }

  @Test(arguments: [1, -1])
  func aFrameOfRoundingIsNoJump(offset: Int64) throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: recorder)
    let samples = Signals.noise(count: 8_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 100)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 8_100 + offset)
    #expect(recorder.rows.map(\.start) == [100])
  }

  @Test(arguments: [Int64.max, Int64.max - 10, Int64.min])
  func anAbsurdPositionIsReportedAndPassedOver(position: Int64) throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(), withObserver: recorder)
    let samples = Signals.noise(count: 16_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: position)
    #expect(recorder.errors.map(\.code) == [SNError.Code.operationFailed.rawValue])
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    #expect(recorder.results.count == 1)
  }

  @Test func aLateRequestStartsWithTheNextBuffer() throws {
    let format = try format(16_000)
    let early = Recorder()
    let late = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: early)
    let samples = Signals.noise(count: 20_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: late)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 20_000)
    analyzer.completeAnalysis()
    #expect(early.rows.map(\.start) == [0, 16_000])
    #expect(late.rows.map(\.start) == [20_000])
    #expect(early.completions == 1)
    #expect(late.completions == 1)
  }

  @Test func anotherFormatEndsEveryRequest() throws {
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: try format(16_000))
    try analyzer.add(request(), withObserver: recorder)
    let other = try format(48_000)
    let samples = Signals.noise(count: 48_000)
    try analyzer.analyze(sampleBuffer(samples[...], other), atAudioFramePosition: 0)
    #expect(recorder.errors.map(\.code) == [SNError.Code.invalidFormat.rawValue])
    analyzer.completeAnalysis()
    #expect(recorder.completions == 0)
    #expect(recorder.results.isEmpty)
  }

  @Test func afterCompletionBuffersAreIgnored() throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(), withObserver: recorder)
    analyzer.completeAnalysis()
    let samples = Signals.noise(count: 32_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    analyzer.completeAnalysis()
    #expect(recorder.results.isEmpty)
    #expect(recorder.completions == 1)
  }

  @Test func completingFromInsideACallbackDoesNotDeadlock() throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: recorder)
    recorder.onResult { _ in analyzer.completeAnalysis() }
    let samples = Signals.noise(count: 16_500)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    #expect(recorder.results.count == 1)
    #expect(recorder.completions == 1)
  }

  @Test func zeroFramesAreNoBuffer() throws {
    let format = try format(16_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: recorder)
    try analyzer.analyze(sampleBuffer([], format), atAudioFramePosition: 777)
    let samples = Signals.noise(count: 16_000)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    #expect(recorder.rows.map(\.start) == [0])
    #expect(recorder.errors.isEmpty)
  }
}
