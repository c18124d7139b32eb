public import Foundation
import SoundAnalysis
import Synchronization

extension MLSoundClassifier {
  /// Names the sound of each recording: the label with the highest mean confidence over its windows.
  ///
  /// - Returns: one label a recording, in their order.
  /// - Throws: the error of the first recording that cannot be read or holds no sound.
  public func predictions(from urls: [URL]) throws -> [String] {
    try predictions(
      from: urls, overlapFactor: modelParameters.overlapFactor,
      predictionTimeWindowSize: modelParameters.featureExtractionTimeWindowSize)
  }

  /// Names the sound of each recording, with windows of another length.
  ///
  /// - Parameters:
  ///   - urls: the files of the recordings.
  ///   - overlapFactor: the share of a window that the next one hears again, 0 ..< 1.
  ///   - predictionTimeWindowSize: the length of a window; the nearest that the model takes is used.
  /// - Returns: one label a recording, in their order.
  /// - Throws: the error of the first recording that cannot be read or holds no sound.
  public func predictions(
    from urls: [URL], overlapFactor: Double, predictionTimeWindowSize: TimeInterval
  ) throws -> [String] {
    let request = try SNClassifySoundRequest(mlModel: model)
    request.overlapFactor = overlapFactor
    request.windowDuration = CMTime(
      seconds: predictionTimeWindowSize, preferredTimescale: 1_000_000)
    return try urls.map { try Self.label(of: $0, request) }
  }

  /// Says how well labelled recordings are named; those that cannot be read are left out, and listed.
  public func evaluation(on data: DataSource) -> MLClassifierMetrics {
    var warnings: [String] = []
    do {
      let files = try LabelledFiles(data)
      var answers: [(truth: String, answer: String)] = []
      for entry in files.entries {
        do {
          let answer = try predictions(from: [entry.url])[0]
          answers.append((files.labels[entry.label], answer))
        } catch {
          warnings.append("\(error.localizedDescription); left out")
        }
      }
      return MLClassifierMetrics(answers, warnings: warnings)
    } catch {
      return MLClassifierMetrics(failure: error, warnings: warnings)
    }
  }

  private static func label(of url: URL, _ request: SNClassifySoundRequest) throws -> String {
    guard url.isFileURL else {
      throw MLCreateError.io(reason: "\(url.absoluteString): expected the URL of a file")
    }
    var listening = Listening()
    listening.tail = .align
    let analyzer = try SNAudioFileAnalyzer(source: .file(path: url.path), listening: listening)
    let sums = ConfidenceSums(labelCount: request.knownClassifications.count)
    try analyzer.add(request, withObserver: sums)
    analyzer.analyze()
    return try sums.withResult { state in
      if let failure = state.failure { throw failure }
      guard state.windowCount > 0 else {
        throw MLCreateError.generic(
          reason: "\(url.lastPathComponent): found no sound, expected 0.025 s at least")
      }
      return request.knownClassifications[state.sums.firstIndexOfLargest]
    }
  }
}

/// Adds up the confidences of a recording's windows.
private final class ConfidenceSums: NSObject, SNResultsObserving {
  struct State {
    var sums: [Double]
    var windowCount = 0
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  init(labelCount: Int) {
    state = Mutex(State(sums: Array(repeating: 0, count: labelCount)))
  }

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult else { return }
    state.withLock { state in
      for (place, score) in result.scores.enumerated() { state.sums[place] += Double(score) }
      state.windowCount += 1
    }
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    state.withLock { $0.failure = error }
  }

  func withResult(_ body: (State) throws -> String) throws -> String {
    try body(state.withLock { $0 })
  }
}
