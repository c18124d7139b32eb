import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// What a client can do wrong, and what comes of it.
@Suite struct BadInputTests {
  private func request() throws -> SNClassifySoundRequest {
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTimeMakeWithSeconds(0.5, preferredTimescale: 16_000)
    request.overlapFactor = 0
    return request
  }

  private func noise(_ count: Int, rate: Double = 16_000) throws -> AVAudioPCMBuffer {
    let format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
    buffer.frameLength = AVAudioFrameCount(count)
    for (index, sample) in Signals.noise(count: count).enumerated() {
      set(sample, at: index, in: buffer)
    }
    return buffer
  }

  private func set(_ sample: Float, at index: Int, in buffer: AVAudioPCMBuffer) {
    guard let channels = unsafe buffer.floatChannelData else {
      preconditionFailure("a standard format has float channels")
    }
    unsafe channels[0][index] = sample
  }

  private func file(seconds: Int, in folder: TemporaryFolder) throws -> URL {
    try WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 16_000 * seconds))
      .write(to: folder.url)
  }

  @Test func samplesThatAreNoNumbersAreSilence() throws {
    let bad = try noise(8_000)
    let silent = try noise(8_000)
    for index in stride(from: 0, to: 8_000, by: 7) {
      set([.nan, .infinity, -.infinity][index % 3], at: index, in: bad)
      set(0, at: index, in: silent)
    }
    let rows = try [bad, silent].map { buffer in
      let recorder = Recorder()
      let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
      try analyzer.add(request(), withObserver: recorder)
      analyzer.analyze(buffer, atAudioFramePosition: 0)
      #expect(recorder.errors.isEmpty)
      return recorder.rows
    }
    #expect(rows[0].count == 1)
    #expect(rows[0] == rows[1])
    #expect(rows[0][0].confidences.allSatisfy { (0...1).contains($0) })
  }

  @Test func formatWithoutRateIsRefusedByAdd() throws {
    // What an engine without a microphone reports.
    var description = AudioStreamBasicDescription()
    description.mFormatID = kAudioFormatLinearPCM
    #expect(unsafe AVAudioFormat(streamDescription: &description) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
    ]
    let compressed = try #require(AVAudioFormat(settings: settings))
    let analyzer = SNAudioStreamAnalyzer(format: compressed)
    do {
      try analyzer.add(request(), withObserver: Recorder())
      Issue.record("a compressed format was accepted")
    } catch SNError.invalidFormat {}
  }

  @Test func samePositionTwiceBeginsAnew() throws {
    let buffer = try noise(8_000)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
    try analyzer.add(request(), withObserver: recorder)
    for _ in 0..<3 { analyzer.analyze(buffer, atAudioFramePosition: 4_000) }
    #expect(recorder.rows.map(\.start) == [4_000, 4_000, 4_000])
    #expect(recorder.rows[0] == recorder.rows[2])
  }

  @Test func observerFreedInMidAnalysisIsDroppedAndOthersGoOn() throws {
    let buffer = try noise(8_000)
    let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
    let survivor = Recorder()
    var doomed: Recorder? = Recorder()
    try analyzer.add(request(), withObserver: try #require(doomed))
    try analyzer.add(request(), withObserver: survivor)
    analyzer.analyze(buffer, atAudioFramePosition: 0)
    #expect(doomed?.results.count == 1)
    doomed = nil
    for index in 1..<4 {
      analyzer.analyze(buffer, atAudioFramePosition: Int64(index) * 8_000)
    }
    analyzer.completeAnalysis()
    #expect(survivor.rows.map(\.start) == [0, 8_000, 16_000, 24_000])
    #expect(survivor.completions == 1)
  }

  @Test func observerFreedDuringAFileAnalysisLetsItEnd() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try SNAudioFileAnalyzer(url: file(seconds: 20, in: folder))
    let survivor = Recorder()
    do {
      let doomed = Recorder()
      try analyzer.add(request(), withObserver: doomed)
    }
    try analyzer.add(request(), withObserver: survivor)
    #expect(await analyzer.analyze())
    #expect(survivor.results.count == 40)
  }

  @Test func cancelFromSeveralThreadsEndsOnce() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try SNAudioFileAnalyzer(url: file(seconds: 40, in: folder))
    let recorder = Recorder()
    try analyzer.add(request(), withObserver: recorder)
    recorder.onResult { _ in
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<50 { analyzer.cancelAnalysis() }
      }
    }
    #expect(await !analyzer.analyze())
    #expect(recorder.results.count < 40)
    #expect(recorder.completions == 0)
    #expect(recorder.errors.isEmpty)
  }

  @Test func analyzeTwiceAtOnceRunsOneAfterTheOther() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try SNAudioFileAnalyzer(url: file(seconds: 5, in: folder))
    let recorder = Recorder()
    try analyzer.add(request(), withObserver: recorder)
    async let first = analyzer.analyze()
    async let second = analyzer.analyze()
    #expect(await (first, second) == (true, true))
    #expect(recorder.results.count == 20)
    #expect(recorder.rows[0] == recorder.rows[10])
    #expect(recorder.completions == 2)
  }

  @Test func oneRequestMayServeTwoAnalyzers() throws {
    let buffer = try noise(8_000)
    let request = try request()
    let recorders = [Recorder(), Recorder()]
    for recorder in recorders {
      let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
      try analyzer.add(request, withObserver: recorder)
      analyzer.analyze(buffer, atAudioFramePosition: 0)
    }
    #expect(recorders[0].rows == recorders[1].rows)
    #expect(recorders[0].rows.count == 1)
  }

  @Test func requestMayBeRemovedAndAnotherAddedFromACallback() throws {
    let buffer = try noise(8_000)
    let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
    let (first, second) = (Recorder(), Recorder())
    let (firstRequest, secondRequest) = (try request(), try request())
    first.onResult { _ in
      analyzer.remove(firstRequest)
      try? analyzer.add(secondRequest, withObserver: second)
    }
    try analyzer.add(firstRequest, withObserver: first)
    for index in 0..<3 {
      analyzer.analyze(buffer, atAudioFramePosition: Int64(index) * 8_000)
    }
    #expect(first.rows.map(\.start) == [0])
    #expect(second.rows.map(\.start) == [8_000, 16_000])
  }

  @Test func compressedBufferTypeIsReported() throws {
    // `analyze` takes the base class, so that any other buffer type-checks.
    let format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let interleaved = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true))
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(), withObserver: recorder)
    let other: AVAudioBuffer = try #require(
      AVAudioPCMBuffer(pcmFormat: interleaved, frameCapacity: 100))
    analyzer.analyze(other, atAudioFramePosition: 0)
    #expect(recorder.errors.map(\.code) == [SNError.Code.invalidFormat.rawValue])
  }
}
