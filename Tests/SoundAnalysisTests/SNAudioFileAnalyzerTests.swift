import Foundation
import SoundAnalysis
import Synchronization
import TestSupport
import Testing

@Suite struct SNAudioFileAnalyzerTests {
  let folder: TemporaryFolder
  let file: URL

  /// Ten seconds of noise at 44.1 kHz: five windows of 3 s with half overlap.
  init() throws {
    folder = try TemporaryFolder()
    file = try WaveFile(sampleRate: 44_100, mono: Signals.noise(count: 441_000))
      .write(to: folder.url)
  }

  private func request(window: Double = 3, overlap: Double = 0.5) throws -> SNClassifySoundRequest {
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTimeMakeWithSeconds(window, preferredTimescale: 48_000)
    request.overlapFactor = overlap
    return request
  }

  @Test func timesCountFramesOfTheFile() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request(), withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.rows.map(\.start) == [0, 66_150, 132_300, 198_450, 264_600])
    #expect(recorder.rows.allSatisfy { $0.duration == 132_300 && $0.timescale == 44_100 })
    #expect(recorder.completions == 1)
    #expect(recorder.errors.isEmpty)
  }

  @Test func resultsHoldEveryLabelSorted() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let request = try request()
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    for result in recorder.results {
      let confidences = result.classifications.map(\.confidence)
      #expect(confidences == confidences.sorted(by: >))
      #expect(confidences.allSatisfy { (0...1).contains($0) })
      #expect(Set(result.classifications.map(\.identifier)) == Set(request.knownClassifications))
      #expect(result.classification(forIdentifier: "no such label") == nil)
      let top = try #require(result.classifications.first)
      #expect(result.classification(forIdentifier: top.identifier) === top)
    }
  }

  @Test func allThreeFormsGiveTheSame() async throws {
    let blocking = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request(), withObserver: blocking)
    Self.analyzeBlocking(analyzer)

    let awaited = Recorder()
    let second = try SNAudioFileAnalyzer(url: file)
    try second.add(request(), withObserver: awaited)
    await second.analyze()

    let handled = Recorder()
    let third = try SNAudioFileAnalyzer(url: file)
    try third.add(request(), withObserver: handled)
    let reachedEnd = await withCheckedContinuation { continuation in
      third.analyze { continuation.resume(returning: $0) }
    }
    #expect(reachedEnd)
    #expect(blocking.rows.count == 5)
    #expect(awaited.rows == blocking.rows)
    #expect(handled.rows == blocking.rows)
    #expect(handled.completions == 1)
  }

  private static func analyzeBlocking(_ analyzer: SNAudioFileAnalyzer) {
    analyzer.analyze()
  }

  @Test func analysingAgainBeginsAgain() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request(), withObserver: recorder)
    analyzer.analyze()
    analyzer.analyze()
    #expect(recorder.rows.count == 10)
    #expect(Array(recorder.rows[..<5]) == Array(recorder.rows[5...]))
    #expect(recorder.completions == 2)
  }

  /// Notes the end of each window under a name, in a list that several observers may share.
  private final class Order: NSObject, SNResultsObserving {
    private let name: String
    private let shared: Order?
    private(set) var ends: [(Double, String)] = []

    init(name: String, sharing shared: Order? = nil) {
      self.name = name
      self.shared = shared
    }

    func request(_ request: any SNRequest, didProduce result: any SNResult) {
      guard let result = result as? SNClassificationResult else { return }
      (shared ?? self).ends.append((result.timeRange.end.seconds, name))
    }
  }

  @Test func severalRequestsShareOnePassInOrderOfTime() throws {
    let log = Order(name: "short")
    let other = Order(name: "long", sharing: log)
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let short = try request(window: 1, overlap: 0)
    let long = try request(window: 3, overlap: 0)
    try analyzer.add(short, withObserver: log)
    try analyzer.add(long, withObserver: other)
    analyzer.analyze()
    let expected: [(Double, String)] = [
      (1, "short"), (2, "short"), (3, "short"), (3, "long"), (4, "short"), (5, "short"),
      (6, "short"), (6, "long"), (7, "short"), (8, "short"), (9, "short"), (9, "long"),
      (10, "short"),
    ]
    #expect(log.ends.map(\.0) == expected.map(\.0))
    #expect(log.ends.map(\.1) == expected.map(\.1))
  }

  @Test func onlyTheFirstChannelIsHeard() throws {
    let noise = Signals.noise(count: 160_000)
    let silence = [Float](repeating: 0, count: 160_000)
    func rows(_ channels: [[Float]], _ name: String) throws -> [Recorder.Row] {
      let url = try WaveFile(sampleRate: 16_000, channels: channels).write(
        to: folder.url, name: name)
      let recorder = Recorder()
      let analyzer = try SNAudioFileAnalyzer(url: url)
      try analyzer.add(request(), withObserver: recorder)
      analyzer.analyze()
      return recorder.rows
    }
    let mono = try rows([noise], "mono.wav")
    #expect(try rows([noise, silence], "left.wav") == mono)
    #expect(try rows([silence, noise], "right.wav").allSatisfy { $0.labels.first == "silence" })
  }

  @Test func fileShorterThanAWindowCompletesWithoutResult() throws {
    let url = try WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 47_999))
      .write(to: folder.url, name: "short.wav")
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: url)
    try analyzer.add(request(), withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.results.isEmpty)
    #expect(recorder.completions == 1)
    #expect(recorder.errors.isEmpty)
  }

  @Test func cancelEndsWithFalseAndWithoutCompletion() async throws {
    let long = try WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 16_000 * 120))
      .write(to: folder.url, name: "long.wav")
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: long)
    try analyzer.add(request(window: 0.5, overlap: 0.9), withObserver: recorder)
    // In the midst of windows that are scored together.
    let count = Mutex(0)
    recorder.onResult { _ in
      let isEnough = count.withLock { count in
        count += 1
        return count == 42
      }
      if isEnough { analyzer.cancelAnalysis() }
    }
    let reachedEnd = await analyzer.analyze()
    #expect(!reachedEnd)
    #expect(recorder.results.count == 42)
    #expect(recorder.completions == 0)
    #expect(recorder.errors.isEmpty)
  }

  @Test func removedRequestHearsNothingMore() throws {
    let removed = Recorder()
    let kept = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let first = try request(window: 1, overlap: 0)
    try analyzer.add(first, withObserver: removed)
    try analyzer.add(request(window: 1, overlap: 0), withObserver: kept)
    removed.onResult { _ in analyzer.remove(first) }
    analyzer.analyze()
    #expect(removed.results.count == 1)
    #expect(removed.completions == 0)
    #expect(kept.results.count == 10)
    #expect(kept.completions == 1)
  }

  private final class Refusals: Sendable {
    let errors = Mutex<[any Error]>([])
  }

  @Test func addingDuringAnalysisIsRefused() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    try analyzer.add(request(), withObserver: recorder)
    let late = try request()
    let refusals = Refusals()
    recorder.onResult { _ in
      do {
        try analyzer.add(late, withObserver: recorder)
      } catch {
        refusals.errors.withLock { $0.append(error) }
      }
    }
    analyzer.analyze()
    let seen = refusals.errors.withLock { $0 }
    #expect(seen.count == 5)
    for error in seen { #expect((error as? SNError)?.code == .operationFailed) }
    recorder.onResult { _ in }
    try analyzer.add(late, withObserver: recorder)
  }

  @Test func sameRequestTwiceIsRefused() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let request = try request()
    try analyzer.add(request, withObserver: recorder)
    #expect(throws: SNError.self) { try analyzer.add(request, withObserver: recorder) }
    analyzer.remove(request)
    try analyzer.add(request, withObserver: recorder)
  }

  @Test func observersAreHeldWeakly() throws {
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let witness = Recorder()
    weak var gone: Recorder?
    try {
      let observer = Recorder()
      gone = observer
      try analyzer.add(request(), withObserver: observer)
    }()
    try analyzer.add(request(), withObserver: witness)
    #expect(gone == nil)
    analyzer.analyze()
    #expect(witness.results.count == 5)
  }

  @Test func withoutRequestsNothingIsRead() async throws {
    let analyzer = try SNAudioFileAnalyzer(url: file)
    #expect(await analyzer.analyze())
  }

  @Test func settingsAreTakenWhenTheRequestIsAdded() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file)
    let request = try request()
    try analyzer.add(request, withObserver: recorder)
    request.windowDuration = CMTime(value: 1, timescale: 1)
    analyzer.analyze()
    #expect(recorder.rows.map(\.duration) == Array(repeating: 132_300, count: 5))
  }

  @Test func nonFiniteSamplesNeverReachAConfidence() throws {
    var samples = Signals.noise(count: 160_000)
    for index in stride(from: 0, to: samples.count, by: 10) { samples[index] = .nan }
    samples[8001] = .infinity
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url, name: "nan.wav")
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: url)
    try analyzer.add(request(), withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.results.count == 5)
    #expect(recorder.rows.allSatisfy { $0.confidences.allSatisfy(\.isFinite) })
    #expect(analyzer.defects.nonFiniteSampleCount == 16_001)
    #expect(
      analyzer.defects.descriptions
        == ["16001 non-finite samples, the first at 0.00 s, heard as silence"])
  }

  @Test func fileThatIsCutOffGivesItsResultsThenTheError() async throws {
    let whole = WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 160_000)).data
    let url = folder.file("cut.wav")
    try whole.prefix(44 + 4 * 16_000 * 7).write(to: url)
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: url)
    try analyzer.add(request(), withObserver: recorder)
    let reachedEnd = await analyzer.analyze()
    #expect(!reachedEnd)
    #expect(recorder.rows.map(\.start) == [0, 24_000, 48_000])
    #expect(recorder.errors.map(\.code) == [SNError.Code.operationFailed.rawValue])
    #expect(recorder.errors.first?.localizedDescription.contains(url.path) == true)
    #expect(recorder.completions == 0)
  }

  @Test(arguments: ["missing", "folder", "empty", "text"])
  func whatIsNoAudioFileIsRefused(kind: String) throws {
    let url = folder.file("\(kind).wav")
    switch kind {
    case "folder":
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    case "empty": try Data().write(to: url)
    case "text": try Data(String(repeating: "This is no sound. ", count: 500).utf8).write(to: url)
    default: break
    }
    #expect {
      _ = try SNAudioFileAnalyzer(url: url)
    } throws: { error in
      guard case SNError.invalidFile = error else { return false }
      let error = error as NSError
      return error.localizedDescription.contains(url.path)
        && error.userInfo[NSUnderlyingErrorKey] != nil
    }
  }
}
