import SoundAnalysis
import SoundEvents

/// The classifier that a command uses: the built-in one, or a model of the user's.
struct ClassifierChoice {
  /// What messages call it.
  let name: String

  /// A request to it with its own settings.
  let request: SNClassifySoundRequest

  /// How errors of the model itself begin; empty for the built-in one.
  private let ownPrefix: String

  /// Loads the built-in classifier, or the model in a file.
  init(model: Argument?) throws {
    guard let model else {
      name = "the built-in classifier"
      ownPrefix = ""
      request = try SNClassifySoundRequest(classifierIdentifier: .version1)
      return
    }
    name = model.displayText
    let url = URL(fileURLWithPath: model.text)
    ownPrefix = "\(url.path): "
    do {
      request = try SNClassifySoundRequest(mlModel: MLModel(contentsOf: url))
    } catch let error as SNError {
      throw SNError(.invalidModel, "\(name): \(error.localizedDescription)", cause: error)
    }
  }

  /// Refuses a model that can be read but not be run, once, before any recording is opened.
  func checkThatItRuns() throws {
    do {
      try request.checkThatItRuns()
    } catch let error as SNError {
      let sentence = error.localizedDescription
      let rest = sentence.hasPrefix(ownPrefix) ? sentence.dropFirst(ownPrefix.count) : sentence[...]
      throw SNError(.invalidModel, "\(name): \(rest)", cause: error)
    }
  }

  /// Sets the length of the window.
  ///
  /// - Throws: `UsageError` where the classifier does not take it.
  func setWindowDuration(_ seconds: Double) throws(UsageError) {
    let duration = CMTime(seconds: seconds, preferredTimescale: 1_000_000)
    let range: String
    switch request.windowDurationConstraint {
    case .durationRange(let limits):
      if limits.start <= duration && duration <= limits.end {
        request.windowDuration = duration
        return
      }
      range = "\(text(of: limits.start)) to \(text(of: limits.end)) seconds"
    case .enumeratedDurations(let durations):
      // A length that is no round number in seconds may be typed with three decimals.
      if let known = durations.first(where: { abs($0.seconds - seconds) < 0.000_5 }) {
        request.windowDuration = known
        return
      }
      range = durations.map { text(of: $0) }.joinedAsAlternatives + " seconds"
    @unknown default:
      range = "another length"
    }
    throw UsageError(
      option: "--window", value: FixedDecimal.shortText(seconds) ?? "\(seconds)",
      expected: "\(range), which is what \(name) takes")
  }

  /// From the beginning of a window to that of the next, in seconds.
  var hop: Double { request.windowDuration.seconds * (1 - request.overlapFactor) }

  /// Says what the overlap comes to.
  var wordsOnHop: String {
    let hopText = hop < 0.001 ? "less than 0.001" : FixedDecimal.shortText(hop) ?? "?"
    return "windows of \(text(of: request.windowDuration)) s, one every \(hopText) s"
  }

  private func text(of time: CMTime) -> String { FixedDecimal.shortText(time.seconds) ?? "?" }
}

extension ClassifierChoice {
  /// Looks up what the user gave as `--labels`.
  ///
  /// - Parameter texts: each one label, or several with commas between them; case does not matter,
  ///   and a space is as good as an underscore.
  /// - Parameter known: what can be told of: the classifier's labels, or those of a profile.
  /// - Throws: `UsageError` for a label that is not among them, with the nearest ones.
  func labels(in texts: [String], among known: [String]) throws(UsageError) -> Set<String> {
    let spelling = LabelSpelling(of: known)
    var found: Set<String> = []
    for text in texts {
      // A model's label may hold a comma itself.
      let words = known.contains(text) ? [text] : text.split(separator: ",").map(String.init)
      for word in words where !word.allSatisfy(\.isWhitespace) {
        guard let label = spelling.label(word) else { throw unknownLabel(word, spelling) }
        found.insert(label)
      }
    }
    return found
  }

  private func unknownLabel(_ word: String, _ spelling: LabelSpelling) -> UsageError {
    let near = spelling.nearest(to: word)
    let hint =
      near.isEmpty
      ? "'soundanalysis labels' lists those it knows" : "did you mean \(near.joinedAsAlternatives)?"
    if request.knownClassifications.contains(word) {
      return UsageError(
        "--labels \(word): the profile reports it through a group only, or not at all")
    }
    return UsageError("--labels \(word): \(name) knows no such label; \(hint)")
  }
}
