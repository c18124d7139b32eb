import Foundation
import SoundAnalysis
import Synchronization
import TestSupport
import Testing

@Suite struct ResultSequenceTests {
  private func request(
    window: Double = 1, overlap: Double = 0
  ) throws -> SNClassifySoundRequest {
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTimeMakeWithSeconds(window, preferredTimescale: 16_000)
    request.overlapFactor = overlap
    return request
  }

  private func analyzer(seconds: Double, in folder: TemporaryFolder) throws -> SNAudioFileAnalyzer {
    let samples = Signals.noise(count: Int(seconds * 16_000))
    return try SNAudioFileAnalyzer(
      url: WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url))
  }

  private func buffer(seconds: Double) throws -> AVAudioPCMBuffer {
    let format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let count = AVAudioFrameCount(seconds * 16_000)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
    buffer.frameLength = count
    return buffer
  }

  @Test func fileGivesWhatItsObserverGets() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try analyzer(seconds: 40.5, in: folder)
    var starts: [Double] = []
    for try await result in analyzer.results(of: try request()) {
      starts.append(result.timeRange.start.seconds)
    }
    #expect(starts == (0..<40).map(Double.init))
    // And again, for the request was removed at the end.
    var count = 0
    for try await _ in analyzer.results(of: try request(overlap: 0.5)) { count += 1 }
    #expect(count == 80)
  }

  @Test func slowReaderHoldsTheAnalysisBack() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try analyzer(seconds: 60, in: folder)
    var iterator = analyzer.results(of: try request()).makeAsyncIterator()
    _ = try await iterator.next()
    try await Task.sleep(for: .milliseconds(500))
    #expect(analyzer.progress.completedUnitCount < 30 * 16_000)
    var count = 1
    while try await iterator.next() != nil { count += 1 }
    #expect(count == 60)
  }

  @Test func leavingTheLoopStopsTheAnalysis() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try analyzer(seconds: 60, in: folder)
    let request = try request()
    for try await _ in analyzer.results(of: request) { break }
    // The analysis ends soon, and the request may be used again.
    let observer = Recorder()
    for _ in 0..<1000 {
      if (try? analyzer.add(request, withObserver: observer)) != nil { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(throws: SNError.self) { try analyzer.add(request, withObserver: observer) }
    #expect(analyzer.progress.fractionCompleted < 1)
  }

  @Test func cancelledTaskStopsTheAnalysis() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try analyzer(seconds: 60, in: folder)
    let request = try request()
    let task = Task {
      var count = 0
      do {
        for try await _ in analyzer.results(of: request) {
          count += 1
          if count == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        return -1
      } catch is CancellationError {
        return count
      } catch {
        return -2
      }
    }
    #expect(await task.value == 3)
    #expect(analyzer.progress.fractionCompleted < 1)
  }

  @Test func cancelledAnalysisThrows() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try analyzer(seconds: 60, in: folder)
    await #expect(throws: CancellationError.self) {
      for try await _ in analyzer.results(of: try request()) { analyzer.cancelAnalysis() }
    }
  }

  @Test func requestThatCannotBeAddedThrows() async throws {
    let folder = try TemporaryFolder()
    let analyzer = try analyzer(seconds: 2, in: folder)
    let request = try request()
    let observer = Recorder()
    try analyzer.add(request, withObserver: observer)
    await #expect(throws: SNError.self) {
      for try await _ in analyzer.results(of: request) {}
    }
  }

  @Test func fileThatIsCutOffGivesItsResultsThenTheError() async throws {
    let folder = try TemporaryFolder()
    let whole = WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 16_000 * 10)).data
    let url = folder.file("cut.wav")
    try whole.prefix(44 + 2 * 16_000 * 4 + 500).write(to: url)
    let expected = Recorder()
    let reference = try SNAudioFileAnalyzer(url: url)
    try reference.add(request(), withObserver: expected)
    #expect(await !reference.analyze())
    #expect(!expected.results.isEmpty)
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let count = Mutex(0)
    await #expect(throws: (any Error).self) {
      for try await _ in analyzer.results(of: try request()) { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == expected.results.count)
  }

  @Test func streamGivesResultsUntilItsCompletion() async throws {
    let buffer = try buffer(seconds: 2.5)
    let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
    let results = try analyzer.results(of: request())
    analyzer.analyze(buffer, atAudioFramePosition: 0)
    analyzer.analyze(buffer, atAudioFramePosition: 40_000)
    analyzer.completeAnalysis()
    var starts: [Double] = []
    for try await result in results { starts.append(result.timeRange.start.seconds) }
    #expect(starts == [0, 1, 2, 3, 4])
  }

  @Test func removedRequestEndsTheResults() async throws {
    let buffer = try buffer(seconds: 1.5)
    let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
    let results = try analyzer.results(of: request())
    analyzer.analyze(buffer, atAudioFramePosition: 0)
    analyzer.removeAllRequests()
    var count = 0
    for try await _ in results { count += 1 }
    #expect(count == 1)
  }

  @Test func droppedAnalyzerEndsTheResults() async throws {
    var analyzer: SNAudioStreamAnalyzer? = SNAudioStreamAnalyzer(
      format: try buffer(seconds: 1).format)
    let results = try #require(try analyzer?.results(of: request()))
    analyzer = nil
    for try await _ in results { Issue.record("a result out of nothing") }
  }

  @Test func formatMismatchThrows() async throws {
    let format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    let analyzer = SNAudioStreamAnalyzer(format: format)
    let results = try analyzer.results(of: request())
    analyzer.analyze(try buffer(seconds: 1), atAudioFramePosition: 0)
    await #expect(throws: SNError.self) { for try await _ in results {} }
  }

  @Test func cancelledTaskRemovesTheRequestOfAStream() async throws {
    let buffer = try buffer(seconds: 1)
    let analyzer = SNAudioStreamAnalyzer(format: buffer.format)
    let request = try request()
    let results = try analyzer.results(of: request)
    let task = Task { for try await _ in results {} }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(throws: Never.self) { try analyzer.add(request, withObserver: Recorder()) }
  }

  @Test func sequenceThatNobodyAwaitsRemovesItsRequest() throws {
    let analyzer = SNAudioStreamAnalyzer(format: try buffer(seconds: 1).format)
    let request = try request()
    _ = try analyzer.results(of: request)
    #expect(throws: Never.self) { try analyzer.add(request, withObserver: Recorder()) }
  }
}
