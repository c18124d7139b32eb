/// What to report and how: thresholds, smoothing, groups, exceptions for single labels.
///
/// `Documentation/Events.md` describes the JSON file that holds one.
package struct EventProfile: Sendable, Equatable {
  /// The rule of every label and group that has no other.
  package var rule = EventRule()
  /// Labels that are never reported; nil leaves out `silence`, a state and not a sound, and the
  /// model's background.
  package var ignored: [String]? = nil
  /// The members of each group; members are reported through their groups only.
  package var groups: [String: [String]] = [:]
  /// Rules of single labels and groups, as changes to `rule`.
  package var overrides: [String: RuleChange] = [:]

  /// Makes the default profile: every label for itself, by the default rule.
  package init() {}

  /// The labels that are ignored if the profile does not say: `silence`, where the model has it.
  static let ignoredByDefault: [String] = ["silence"]
}

/// The parts of a rule that a profile states for one label or group.
package struct RuleChange: Sendable, Equatable {
  package var openThreshold: Float?
  package var closeThreshold: Float?
  package var smoothing: ScoreSmoothing?
  package var minimumDuration: Double?
  package var maximumGap: Double?
  package var fill: Double?

  /// Makes a change that changes nothing.
  package init() {}

  /// The rule with what is stated here.
  func applied(to rule: EventRule) -> EventRule {
    var changed = rule
    changed.openThreshold = openThreshold ?? rule.openThreshold
    // A lower opening threshold alone takes the closing one with it.
    changed.closeThreshold = closeThreshold ?? min(rule.closeThreshold, changed.openThreshold)
    changed.smoothing = smoothing ?? rule.smoothing
    changed.minimumDuration = minimumDuration ?? rule.minimumDuration
    changed.maximumGap = maximumGap ?? rule.maximumGap
    changed.fill = fill ?? rule.fill
    return changed
  }
}
