import Foundation
import SoundEvents

/// How a client wants its events cut: a profile, and the labels that it wants to see.
struct EventCut: Sendable {
  /// The ratio of the closing to the opening threshold where only one is given; that of the default rule.
  private static let closeRatio = EventRule().closeThreshold / EventRule().openThreshold

  /// The profile.
  var profile = EventProfile()

  /// The labels that are kept; empty for all.
  var labels: Set<String>

  /// Reads a cut from a query.
  init(_ query: Query) throws(Problem) {
    labels = Set(query.all("label"))
    if let threshold = try query.share("threshold", upTo: 1) {
      profile.rule.openThreshold = threshold
      profile.rule.closeThreshold = max(threshold * Self.closeRatio, .leastNonzeroMagnitude)
    }
    profile.rule.closeThreshold =
      try query.share("close", upTo: profile.rule.openThreshold) ?? profile.rule.closeThreshold
    profile.rule.minimumDuration =
      try query.number("minimum_length", in: 0...3600) ?? profile.rule.minimumDuration
    profile.rule.maximumGap =
      try query.number("maximum_gap", in: 0...3600) ?? profile.rule.maximumGap
  }

  /// Reads a cut from a profile as JSON, the format that the command line reads.
  init(profile bytes: [UInt8], _ query: Query) throws(Problem) {
    labels = Set(query.all("label"))
    do {
      profile = try EventProfile(json: bytes)
    } catch {
      throw Self.problem(error)
    }
  }

  /// A detector for a classifier's labels.
  func detector(
    for classifier: any SoundClassifier, sampleRate: Double
  ) throws(Problem) -> EventDetector {
    do {
      return try EventDetector(
        labels: classifier.labels, background: classifier.backgroundLabel, profile: profile,
        sampleRate: sampleRate)
    } catch {
      throw Self.problem(error)
    }
  }

  /// Finds the labels that the client means among those of a classifier and the profile's groups.
  mutating func findLabels(among known: [String]) throws(Problem) {
    let spelling = LabelSpelling(of: known + profile.groups.keys.sorted())
    var found: Set<String> = []
    for text in labels.sorted() {
      guard let label = spelling.label(text) else {
        let near = spelling.nearest(to: text).joined(separator: " or ")
        throw .invalidParameter(
          "label", found: String(text.prefix(60)),
          expected: "a label of the model" + (near.isEmpty ? "" : ", perhaps \(near)"))
      }
      found.insert(label)
    }
    labels = found
  }

  private static func problem(_ error: EventProfileError) -> Problem {
    Problem(
      status: 422, code: "invalid-profile", title: "The profile cannot be used",
      detail: error.description)
  }
}
