import SoundAnalysis
import SoundEvents

/// One hearing of an open recording, from its beginning to its end.
struct FileHearing {
  let file: InputFile
  let analyzer: SNAudioFileAnalyzer
  let request: SNClassifySoundRequest
  let tail: TailHandling

  /// Whether the report must know how long the recording is though only a part is heard.
  let measuresLength: Bool

  /// Says at the end why the results cannot be trusted; nil where they can.
  let objection: () -> String?

  /// Analyses the recording and tells a report.
  ///
  /// - Parameter name: what the report calls it.
  /// - Returns: what failed, in one line, whether that is an interruption, and what is worth a word
  ///   besides.
  func run(
    into report: any Report, named name: String
  ) throws(OutputError) -> (failure: String?, isCut: Bool, notes: [String]) {
    let channel = analyzer.fixedChannel.map { "\($0 + 1)" } ?? "mix"
    try report.beginFile(
      Recording(
        path: name, sampleRate: analyzer.sampleRate, channel: channel,
        frameCount: measuresLength ? analyzer.measureFrameCount() : nil,
        startFrame: analyzer.startFrame)
    ) { [analyzer] frames in
      let heard = analyzer.channelName(for: frames)
      return heard == channel ? nil : heard
    }
    let (problem, windowCount, isCut) = try analyze(into: report)
    var failure = problem ?? objection()
    try noteUnheard(endingBefore: .max, in: report, until: isCut ? analyzer.heardFrameCount : .max)
    var notes: [String] = []
    if failure == nil {
      notes = wordsOnShortness(windowCount: windowCount) + analyzer.soloDescriptions
      let defects = analyzer.defects
      // What could not be decoded makes the results partial; the rest is only worth a word.
      if defects.damagedPacketCount > 0 {
        failure = "\(file.name): \(defects.descriptions.joined(separator: "; "))"
      } else {
        notes += defects.descriptions
      }
    }
    try report.endFile(
      frameCount: analyzer.heardFrameCount, failure: failure, closing: isCut ? .stopped : .streamEnd
    )
    return (failure, isCut, notes)
  }

  /// Analyses the recording until it ends, or is cut by `cancelForGood`.
  private func analyze(
    into report: any Report
  ) throws(OutputError) -> (failure: String?, windowCount: Int, isCut: Bool) {
    let observer = ResultObserver(
      write: { (result) throws(OutputError) in
        try noteUnheard(endingBefore: result.timeRange.start.value, in: report)
        try report.write(result)
      }, cancel: analyzer.cancelAnalysis)
    do {
      try analyzer.add(request, withObserver: observer)
      analyzer.analyze()
    } catch {
      return (file.describe(error), 0, false)
    }
    switch observer.failure {
    case .analysis(let error): return (file.describe(error), observer.windowCount, false)
    case .output(let error): throw error
    case nil where observer.isComplete: return (nil, observer.windowCount, false)
    case nil: return ("\(file.name): \(wordsOnInterruption)", observer.windowCount, true)
    }
  }

  /// Passes on what went unheard, as far as the analysis has come.
  private func noteUnheard(
    endingBefore frame: Int64, in report: any Report, until end: Int64 = .max
  ) throws(OutputError) {
    for stretch in analyzer.takeUnheard(endingBefore: frame) where stretch.frames.lowerBound < end {
      var span = UnheardSpan(stretch, defects: analyzer.defects)
      span.endFrame = min(span.endFrame, end)
      try report.note(span)
    }
  }

  private var wordsOnInterruption: String {
    guard analyzer.heardDuration > 0 else { return "interrupted before any of it was heard" }
    let time = Double(analyzer.heardFrameCount) / analyzer.sampleRate
    return "interrupted at \(FixedDecimal.text(time, places: 2) ?? "?") s, not heard any further"
  }

  private func wordsOnShortness(windowCount: Int) -> [String] {
    guard windowCount == 0 else { return [] }
    if tail == .drop {
      let window = FixedDecimal.shortText(request.windowDuration.seconds) ?? "?"
      return [
        "no results, for it is shorter than one window of \(window) s; "
          + "a smaller --window may fit, and --tail align hears what there is"
      ]
    }
    let found = FixedDecimal.text(analyzer.heardDuration, places: 3)
    return ["no results, for it is too short: found \(found ?? "?") s, expected at least 0.025 s"]
  }
}
