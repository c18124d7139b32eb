import SoundAnalysis
import SoundEvents

/// What was heard of a recording: its length and its events, and its spectrogram on demand.
final class RecordingHearing {
  /// The events by label.
  private(set) var lanes = EventLanes()
  /// Whether everything could be decoded.
  let isComplete: Bool

  private let file: InputFile
  private let sampleRate: Double
  private let frameCount: Int64

  /// Hears a file to its end, and says what is worth a word.
  init(
    _ argument: Argument, request: SNClassifySoundRequest, filter: EventFilter, console: Console,
    makeDetector: (_ sampleRate: Double) throws(UsageError) -> EventDetector
  ) throws {
    file = InputFile(argument)
    let analyzer = try file.analyzer(ListeningChoices().listening())
    sampleRate = analyzer.sampleRate
    var detector = try makeDetector(sampleRate)
    let gathered = Gathered()
    let observer = ResultObserver(
      write: { result throws(OutputError) in
        guard let window = ScoredWindow(result) else { return }
        gathered.add(detector.process(window), filter, analyzer.sampleRate)
      }, cancel: analyzer.cancelAnalysis)
    try analyzer.add(request, withObserver: observer)
    analyzer.analyze()
    if case .analysis(let error) = observer.failure { throw error }
    frameCount = analyzer.heardFrameCount
    gathered.add(detector.finish(at: frameCount), filter, sampleRate)
    lanes = gathered.lanes
    isComplete = analyzer.defects.damagedPacketCount == 0
    guard frameCount > 0 else {
      throw SNError(.invalidFile, "\(file.name): has no sound that could be drawn")
    }
    if observer.windowCount == 0 {
      let found = FixedDecimal.text(Double(frameCount) / sampleRate, places: 3) ?? "?"
      console.say(
        "no events of \(file.name): it is too short: found \(found) s, expected at least 0.025 s")
    }
    let defects = analyzer.defects.descriptions
    if !defects.isEmpty { console.say("\(file.name): \(defects.joined(separator: "; "))") }
  }

  /// The length of the recording, seconds.
  var duration: Double { Double(frameCount) / sampleRate }

  /// Reads the file once more for its spectrogram: the mean of all channels.
  func spectrogram(columnLimit: Int, rowCount: Int) throws -> Spectrogram {
    let spectrogram = Spectrogram(
      sampleRate: sampleRate, frameCount: frameCount, columnLimit: columnLimit, rowCount: rowCount)
    try draw(file.decoder(), into: spectrogram)
    spectrogram.finish()
    return spectrogram
  }

  private func draw(_ decoder: AudioDecoder, into spectrogram: Spectrogram) throws(DecodeError) {
    let share = 1 / Float(decoder.channelCount)
    var mean: [Float] = []
    while try decoder.readBlock() {
      mean.removeAll(keepingCapacity: true)
      mean.append(contentsOf: repeatElement(0, count: decoder.blockFrameCount))
      for channel in 0..<decoder.channelCount {
        decoder.withChannel(channel) { samples in
          for place in samples.indices { mean[place] += samples[place] * share }
        }
      }
      spectrogram.append(mean, at: decoder.blockFramePosition)
    }
  }
}

/// Events that were gathered while results came.
private final class Gathered {
  var lanes = EventLanes()

  func add(_ announcements: [EventAnnouncement], _ filter: EventFilter, _ sampleRate: Double) {
    for case .closed(let event) in announcements where filter.passes(event) {
      lanes.add(event, sampleRate: sampleRate)
    }
  }
}
