import SoundAnalysis
import SoundEvaluation
import SoundEvents

/// Classifies one labelled clip.
struct ClipWorker: Sendable {
  /// What is found out about a clip.
  enum Finding: Sendable {
    /// One score a label of the classifier, and the events, where they are asked for.
    case judged(scores: [Float], events: [LabelledClip.Event])
    /// The file was found in a folder and is no recording.
    case skipped
    /// What failed, in one line.
    case failed(String)
  }

  let clips: [LabelledSet.Clip]
  let request: SNClassifySoundRequest
  let clipScore: EvaluateOptions.ClipScore
  let settings: EventSettings
  let pool: OrderedPool<Finding>
  let progress: BatchProgress

  /// Classifies the clip of a number and sends what comes of it.
  func work(_ piece: Int) {
    let finding = judge(clips[piece], piece)
    progress.end(piece, byteCount: FileIdentity(path: clips[piece].path)?.size ?? 0)
    pool.send(finding, from: piece, cost: 512 + 4 * request.knownClassifications.count)
  }

  private func judge(_ clip: LabelledSet.Clip, _ piece: Int) -> Finding {
    let file = InputFile(clip.path)
    let analyzer: SNAudioFileAnalyzer
    do {
      analyzer = try file.analyzer(ListeningChoices().listening())
    } catch {
      let input = BatchInput(path: clip.path, size: 0, isFound: clip.isFound, place: [])
      return input.isPassedOver(because: error) ? .skipped : .failed(file.describe(error))
    }
    guard progress.begin(piece, analyzer) else { return .skipped }
    do {
      let pass = try listen(to: analyzer, file)
      guard pass.windowCount > 0 else {
        let length = FixedDecimal.shortText(analyzer.heardDuration) ?? "?"
        throw Sentence("\(file.name): found \(length) s of sound, expected at least 0.025 s")
      }
      try check(clip.labels, file, duration: analyzer.heardDuration)
      return .judged(scores: pass.scores(clipScore), events: pass.events)
    } catch let sentence as Sentence {
      return .failed(sentence.text)
    } catch {
      return .failed(file.describe(error))
    }
  }

  private struct Sentence: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private func listen(
    to analyzer: SNAudioFileAnalyzer, _ file: InputFile
  ) throws -> ClipPass {
    let pass = ClipPass(
      labelCount: request.knownClassifications.count, sampleRate: analyzer.sampleRate,
      detector: try settings.detector(
        labels: request.knownClassifications, background: request.backgroundLabel,
        sampleRate: analyzer.sampleRate))
    let observer = ResultObserver(write: { pass.take($0) }, cancel: {})
    try analyzer.add(request, withObserver: observer)
    analyzer.analyze()
    if case .analysis(let error) = observer.failure { throw error }
    if analyzer.defects.damagedPacketCount > 0 {
      throw Sentence("\(file.name): \(analyzer.defects.descriptions.joined(separator: "; "))")
    }
    pass.finish(at: analyzer.heardFrameCount)
    return pass
  }

  /// Checks the times of labels against the length of the recording.
  private func check(
    _ labels: LabelledClip, _ file: InputFile, duration: Double
  ) throws(Sentence) {
    let latestOffset = duration + Self.offsetTolerance
    for event in labels.events ?? [] where event.onset >= duration || event.offset > latestOffset {
      let isLateOnset = event.onset >= duration
      let time = FixedDecimal.shortText(isLateOnset ? event.onset : event.offset) ?? "?"
      let end = FixedDecimal.shortText(duration) ?? "?"
      throw Sentence(
        "\(file.name): found the \(isLateOnset ? "onset" : "offset") \(time) s of "
          + "'\(event.label)' (line \(event.line) of the table), expected one before the end at "
          + "\(end) s")
    }
  }

  /// How much later than the recording a label may end, in seconds: people round, and files are cut.
  private static let offsetTolerance = 1.0
}

/// One hearing of a clip: sums and maxima of scores, and events.
private final class ClipPass {
  private(set) var windowCount = 0
  private(set) var events: [LabelledClip.Event] = []

  private let sampleRate: Double
  private var detector: EventDetector
  private var sums: [Double]
  private var maxima: [Float]

  init(labelCount: Int, sampleRate: Double, detector: EventDetector) {
    sums = Array(repeating: 0, count: labelCount)
    maxima = Array(repeating: 0, count: labelCount)
    self.sampleRate = sampleRate
    self.detector = detector
  }

  func take(_ result: SNClassificationResult) {
    windowCount += 1
    for (place, score) in result.scores.enumerated() {
      sums[place] += Double(score)
      maxima[place] = max(maxima[place], score)
    }
    if let window = ScoredWindow(result) { keep(detector.process(window)) }
  }

  func finish(at frameCount: Int64) { keep(detector.finish(at: frameCount)) }

  func scores(_ kind: EvaluateOptions.ClipScore) -> [Float] {
    switch kind {
    case .mean: sums.map { Float($0 / Double(max(1, windowCount))) }
    case .max: maxima
    }
  }

  private func keep(_ announcements: [EventAnnouncement]) {
    for case .closed(let event) in announcements {
      events.append(
        LabelledClip.Event(
          label: event.label, onset: Double(event.startFrame) / sampleRate,
          offset: Double(event.endFrame) / sampleRate))
    }
  }
}
