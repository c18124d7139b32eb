// Code as app developers write it, with public imports only: the same file compiles on Apple's systems.

import Foundation
import Observation
import SoundAnalysis
import Testing

/// The observer of most tutorials: only the required method.
private final class TopLabelPrinter: NSObject, SNResultsObserving {
  var lines: [String] = []

  func request(_ request: SNRequest, didProduce result: SNResult) {
    guard let result = result as? SNClassificationResult,
      let classification = result.classifications.first
    else { return }
    let timeInSeconds = result.timeRange.start.seconds
    let formattedTime = String(format: "%.2f", timeInSeconds)
    let percent = classification.confidence * 100.0
    let percentString = String(format: "%.2f%%", percent)
    lines.append("\(formattedTime): \(classification.identifier) \(percentString)")
  }
}

/// A model object of a SwiftUI app.
@Observable
private final class ClassificationState: NSObject, SNResultsObserving {
  var detected: [(String, Double)] = []
  var isFinished = false
  var message: String?

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult else { return }
    for label in ["speech", "music", "silence"] {
      if let found = result.classification(forIdentifier: label), found.confidence > 0.5 {
        detected.append((label, found.confidence))
      }
    }
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    message = error.localizedDescription
  }

  func requestDidComplete(_ request: any SNRequest) {
    isFinished = true
  }
}

@Suite struct FileClassificationTests {
  private let url: URL

  init() throws {
    // Four seconds of silence: a WAV file written by hand.
    var bytes = Data("RIFF".utf8)
    let sampleBytes = 16_000 * 4 * 2
    func append(_ value: UInt32, _ count: Int) {
      for shift in 0..<count {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(shift))))
      }
    }
    append(UInt32(36 + sampleBytes), 4)
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    for (value, count): (UInt32, Int) in [
      (16, 4), (1, 2), (1, 2), (16_000, 4), (32_000, 4), (2, 2), (16, 2),
    ] {
      append(value, count)
    }
    bytes.append(contentsOf: "data".utf8)
    append(UInt32(sampleBytes), 4)
    bytes.append(Data(count: sampleBytes))
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("parity-\(UUID().uuidString).wav")
    try bytes.write(to: url)
  }

  @Test func tutorialPrintsOneLineAWindow() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let request = try SNClassifySoundRequest(classifierIdentifier: SNClassifierIdentifier.version1)
    request.windowDuration = CMTimeMakeWithSeconds(1.0, preferredTimescale: 48_000)
    request.overlapFactor = 0.0
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let observer = TopLabelPrinter()
    try analyzer.add(request, withObserver: observer)
    analyzer.analyze()
    #expect(observer.lines.count == 4)
    #expect(observer.lines.first?.hasPrefix("0.00: silence ") == true)
    #expect(observer.lines.last?.hasPrefix("3.00: silence ") == true)
  }

  @Test func asyncFormMayIgnoreItsResult() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let state = ClassificationState()
    let analyzer = try SNAudioFileAnalyzer(url: url)
    try analyzer.add(SNClassifySoundRequest(classifierIdentifier: .version1), withObserver: state)
    await analyzer.analyze()
    #expect(state.isFinished)
    #expect(state.message == nil)
    #expect(state.detected.map(\.0) == ["silence"])
  }

  @Test func windowFollowsTheConstraint() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    let wanted = CMTimeMakeWithSeconds(1.5, preferredTimescale: 44_100)
    switch request.windowDurationConstraint {
    case .enumeratedDurations(let durations):
      request.windowDuration = durations.first ?? wanted
    case .durationRange(let range):
      if range.containsTime(wanted) || CMTimeRangeContainsTime(range, time: wanted) {
        request.windowDuration = wanted
      } else {
        request.windowDuration = CMTimeClampToRange(wanted, range: range)
      }
    @unknown default:
      break
    }
    #expect(request.windowDuration == wanted)
    #expect(request.knownClassifications.sorted().contains("acoustic_guitar"))
  }

  @Test func cancellationHandlerOfATaskMayCancelTheAnalysis() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let state = ClassificationState()
    try analyzer.add(SNClassifySoundRequest(classifierIdentifier: .version1), withObserver: state)
    let reachedEnd = await withTaskCancellationHandler {
      await analyzer.analyze()
    } onCancel: {
      analyzer.cancelAnalysis()
    }
    #expect(reachedEnd)
  }

  @Test func errorsAreCaughtByTheirCode() {
    let missing = URL(fileURLWithPath: "/nowhere/at/all.wav")
    do {
      _ = try SNAudioFileAnalyzer(url: missing)
      Issue.record("opened a file that does not exist")
    } catch SNError.invalidFile {
      // as an app would tell its user
    } catch {
      Issue.record("expected SNError.invalidFile, found \(error)")
    }
    try? FileManager.default.removeItem(at: url)
  }
}
