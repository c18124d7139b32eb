import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// Files score windows together after the first ones; nobody may notice.
@Suite struct WindowBatchTests {
  private func request(overlap: Double) throws -> SNClassifySoundRequest {
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTimeMakeWithSeconds(0.5, preferredTimescale: 48_000)
    request.overlapFactor = overlap
    return request
  }

  /// What a stream of these samples gives, which scores each window as it comes.
  private func streamed(_ samples: [Float], overlap: Double) throws -> [Recorder.Row] {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(request(overlap: overlap), withObserver: recorder)
    try analyzer.analyze(sampleBuffer(samples[...], format), atAudioFramePosition: 0)
    analyzer.completeAnalysis()
    return recorder.rows
  }

  // 16 windows alone, then whole batches, and 0, 1 or 3 windows that fill none.
  @Test(arguments: [(16, 0.0), (28, 0.0), (29, 0.5), (35, 0.9)])
  func aFileGivesWhatAStreamGives(_ windowCount: Int, _ overlap: Double) throws {
    let count = 8_000 + Int(Double(windowCount - 1) * 8_000 * (1 - overlap)) + 1
    let samples = Signals.noise(count: count)
    let folder = try TemporaryFolder()
    let file = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request(overlap: overlap), withObserver: recorder)
    analyzer.analyze()
    let rows = recorder.rows
    #expect(rows.count == windowCount)
    let expected = try streamed(samples, overlap: overlap)
    #expect(rows == expected)
    #expect(recorder.completions == 1)
    #expect(recorder.errors.isEmpty)
  }

  @Test func requestsWithOtherWindowsKeepTheOrderOfTheirResults() throws {
    let samples = Signals.noise(count: 16_000 * 14)
    let folder = try TemporaryFolder()
    let file = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let ends = EndRecorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request(overlap: 0), withObserver: ends)
    let other = try SNClassifySoundRequest(classifierIdentifier: .version1)
    other.windowDuration = CMTimeMakeWithSeconds(1, preferredTimescale: 48_000)
    try analyzer.add(other, withObserver: ends)
    analyzer.analyze()
    let found = ends.ends
    #expect(found.count == 28 + 27)
    #expect(found == found.sorted())
  }

  @Test func anObserverThatCancelsGetsNoMoreThanTheBatch() throws {
    let samples = Signals.noise(count: 8_000 * 60)
    let folder = try TemporaryFolder()
    let file = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let recorder = Recorder()
    recorder.onResult { [weak analyzer] result in
      if result.timeRange.start.seconds >= 10 { analyzer?.cancelAnalysis() }
    }
    try analyzer.add(request(overlap: 0), withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.completions == 0)
    #expect((21...25).contains(recorder.results.count))
  }
}

/// Keeps when the windows of all requests ended, in the order of the results.
private final class EndRecorder: NSObject, SNResultsObserving {
  private(set) var ends: [Double] = []

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult else { return }
    ends.append(result.timeRange.end.seconds)
  }
}
