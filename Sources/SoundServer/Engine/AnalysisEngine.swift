import AVFAudio
package import Foundation
import SoundAnalysis
import SoundEvents
import Synchronization

/// The engine over the rooms of this package: the decoder, and the analyzers of `SoundAnalysis`.
package final class AnalysisEngine: SoundEngine {
  private let builtIn = Mutex<RequestClassifier?>(nil)

  /// Makes an engine; the built-in classifier is loaded when it is first asked for.
  package init() {}

  package func describe(_ file: URL) throws(Problem) -> RecordingInfo {
    try DecodedReader(file).info
  }

  package func reader(of file: URL) throws(Problem) -> any SampleReader {
    try DecodedReader(file)
  }

  package func classifier(_ model: URL?) throws(Problem) -> any SoundClassifier {
    if let model { return try Self.load(model) }
    return try builtIn.withLock { (builtIn) throws(Problem) in
      if let builtIn { return builtIn }
      let made = try RequestClassifier {
        try SNClassifySoundRequest(classifierIdentifier: .version1)
      }
      builtIn = made
      return made
    }
  }

  private static func load(_ file: URL) throws(Problem) -> RequestClassifier {
    do {
      let model = try MLModel(contentsOf: file)
      return try RequestClassifier { try SNClassifySoundRequest(mlModel: model) }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .unusableModel(
        error.localizedDescription.replacing(file.path, with: "the model")
          .replacing(file.lastPathComponent, with: "the model"))
    }
  }
}

/// A classifier that makes one request for each recording.
final class RequestClassifier: SoundClassifier {
  let labels: [String]
  let backgroundLabel: String?
  let windows: WindowChoice
  private let makeRequest: @Sendable () throws -> SNClassifySoundRequest

  /// Makes the first request, to learn labels and windows.
  init(_ makeRequest: @escaping @Sendable () throws -> SNClassifySoundRequest) throws(Problem) {
    self.makeRequest = makeRequest
    do {
      let request = try makeRequest()
      EventWindows.prepare(request)
      labels = request.knownClassifications
      backgroundLabel = request.backgroundLabel
      windows = WindowChoice(request)
    } catch {
      throw .unusableModel(error.localizedDescription)
    }
  }

  func classify(
    _ file: URL, windowDuration: Double, overlap: Double,
    deliver: @escaping @Sendable (ScoredWindow) -> Bool
  ) -> Hearing {
    func problem(_ error: any Error) -> Problem {
      .unreadable(error.localizedDescription.replacing("\(file.path): ", with: ""))
    }
    do {
      let request = try makeRequest()
      request.windowDuration = CMTime(seconds: windowDuration, preferredTimescale: 1_000_000)
      request.overlapFactor = overlap
      // As the command hears.
      var listening = Listening()
      listening.channel = .auto
      listening.tail = .align
      listening.looksForFaults = true
      let analyzer = try SNAudioFileAnalyzer(
        source: .file(path: file.path), listening: listening)
      let collector = WindowCollector { window in
        if !deliver(window) { analyzer.cancelAnalysis() }
      }
      try analyzer.add(request, withObserver: collector)
      analyzer.analyze()
      return Hearing(analyzer, problem: collector.failure.map(problem))
    } catch {
      return Hearing(problem: problem(error))
    }
  }
}

extension Hearing {
  /// Takes what an analyzer found; what could not be decoded makes the results partial.
  fileprivate init(_ analyzer: SNAudioFileAnalyzer, problem: Problem?) {
    let defects = analyzer.defects
    let found = defects.descriptions
    let damage: Problem? =
      defects.damagedPacketCount > 0
      ? .unreadable("The recording is damaged: \(found.joined(separator: "; ")).") : nil
    self.init(
      frameCount: analyzer.heardFrameCount, problem: problem ?? damage,
      notes: problem == nil && damage == nil ? analyzer.soloDescriptions + found : [],
      unheard: analyzer.takeUnheard(endingBefore: .max).map { UnheardSpan($0, defects: defects) },
      channels: analyzer.channelCourse)
  }
}

extension WindowChoice {
  /// What a request allows.
  fileprivate init(_ request: SNClassifySoundRequest) {
    let preferred = request.windowDuration.seconds
    switch request.windowDurationConstraint {
    case .durationRange(let range):
      self.init(
        preferred: preferred, shortest: range.start.seconds, longest: range.end.seconds)
    case .enumeratedDurations(let durations):
      let only = durations.map(\.seconds)
      self.init(
        preferred: preferred, shortest: only.first ?? preferred, longest: only.last ?? preferred,
        only: only)
    }
  }
}

/// Hands on the windows of one recording, as they come.
private final class WindowCollector: NSObject, SNResultsObserving, Sendable {
  private let deliver: @Sendable (ScoredWindow) -> Void
  private let error = Mutex<(any Error)?>(nil)

  init(deliver: @escaping @Sendable (ScoredWindow) -> Void) {
    self.deliver = deliver
  }

  /// What ended the analysis early.
  var failure: (any Error)? { error.withLock { $0 } }

  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult, let window = ScoredWindow(result) else {
      return
    }
    deliver(window)
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    self.error.withLock { $0 = error }
  }
}
