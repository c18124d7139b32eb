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
    if let threshold = try query.number("threshold", in: 0...1) {
      profile.rule.openThreshold = Float(threshold)
      profile.rule.closeThreshold = Float(threshold) * Self.closeRatio
    }
    if let close = try query.number("close", in: 0...1) {
      guard Float(close) <= profile.rule.openThreshold else {
        throw .invalidParameter("close", found: "\(close)", expected: "at most the threshold")
      }
      profile.rule.closeThreshold = Float(close)
    }
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
  func detector(labels known: [String], sampleRate: Double) throws(Problem) -> EventDetector {
    do {
      return try EventDetector(labels: known, profile: profile, sampleRate: sampleRate)
    } catch {
      throw Self.problem(error)
    }
  }

  /// Checks that the labels exist.
  func check(labels known: [String]) throws(Problem) {
    let names = Set(known).union(profile.groups.keys)
    if let unknown = labels.subtracting(names).sorted().first {
      throw .invalidParameter(
        "label", found: String(unknown.prefix(60)), expected: "a label of the model")
    }
  }

  private static func problem(_ error: EventProfileError) -> Problem {
    Problem(
      status: 422, code: "invalid-profile", title: "The profile cannot be used",
      detail: error.description)
  }
}
