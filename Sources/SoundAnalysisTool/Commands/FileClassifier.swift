import SoundAnalysis
import SoundEvents

/// The one way from a file to a report: opens a recording, hears it as the user asked, tells of it.
///
/// Each call stands alone, so that calls for several files may run at the same time, each with a
/// request and a report of its own.
struct FileClassifier {
  /// What became of a file.
  struct Outcome: Equatable {
    /// Whether the file could be opened as a recording.
    var wasOpened: Bool

    /// What failed, in one line; nil where nothing did.
    var failure: String?

    /// Whether it could not be reached, so that nobody knows what is in it.
    var isOutOfReach = false

    /// Whether it was ended before its time, so that another run may hear more.
    var wasCut = false

    /// How much of it was heard, in seconds; of the last channel where each is heard for itself.
    var heardSeconds = 0.0
  }

  /// What a caller that has many files in hand does around each.
  struct Supervision {
    /// Whether nothing is told of a file that cannot be opened for this reason.
    var passesOver: (any Error) -> Bool = { _ in false }

    /// Sees each hearing before it begins; false gives the file up.
    var admit: (SNAudioFileAnalyzer) -> Bool = { _ in true }

    /// Says at the end of a hearing why its results cannot be trusted; nil where they can.
    var objection: () -> String? = { nil }
  }

  let request: SNClassifySoundRequest
  let choices: ListeningChoices
  let console: Console

  /// Whether the report must know how long a recording is of which only a part is heard.
  let measuresLength: Bool

  /// Classifies one file, and says what is worth a word but no failure.
  ///
  /// - Parameter report: has begun; gets the file from its beginning to its end, once for each
  ///   channel where each is heard for itself.
  /// - Returns: what became of it; without a failure where the file was passed over or given up.
  func classify(
    _ argument: Argument, into report: any Report,
    supervisedBy supervision: Supervision = Supervision()
  ) throws(OutputError) -> Outcome {
    let file = InputFile(argument)
    var outcome = Outcome(wasOpened: false)
    var notes: [(text: String, channels: [Int])] = []
    var channelCount = 1
    var channel = 0
    while channel < channelCount {
      let analyzer: SNAudioFileAnalyzer
      do {
        analyzer = try file.analyzer(choices.listening(toChannel: channel))
        if choices.channel == .each { channelCount = analyzer.channelCount }
        guard channelCount == 1 || analyzer.canStartAgain else { throw InputError.onceOnly }
      } catch {
        if channel == 0, supervision.passesOver(error) { return outcome }
        let failure = file.describe(error)
        if channel == 0 { try report.skipFile(argument.text, failure: failure) }
        outcome.failure = outcome.failure ?? failure
        outcome.isOutOfReach = file.isOutOfReach(because: error)
        return outcome
      }
      guard supervision.admit(analyzer) else {
        if outcome.wasOpened, outcome.failure == nil {
          outcome.wasCut = true
          outcome.failure = "\(file.name): interrupted before channel \(channel + 1) was heard"
        }
        return outcome
      }
      outcome.wasOpened = true
      let hearing = FileHearing(
        file: file, analyzer: analyzer, request: request, tail: choices.tail,
        measuresLength: measuresLength, objection: supervision.objection)
      let (failure, isCut, found) = try hearing.run(into: report, named: argument.text)
      outcome.failure = outcome.failure ?? failure
      outcome.wasCut = outcome.wasCut || isCut
      outcome.heardSeconds = analyzer.heardDuration
      channel += 1
      for text in found {
        let place = notes.firstIndex { $0.text == text } ?? notes.endIndex
        if place == notes.endIndex { notes.append((text, [])) }
        notes[place].channels.append(channel)
      }
    }
    let parts = notes.map { note in
      // What is so in every channel is the recording's.
      note.channels.count == channelCount
        ? note.text
        : "channel \(note.channels.map(String.init).joined(separator: ", ")): \(note.text)"
    }
    if !parts.isEmpty { console.say("\(file.name): \(parts.joined(separator: "; "))") }
    return outcome
  }
}
