/// The labels that mean that nothing of note is heard.
enum BackgroundLabel {
  /// The label of the synthesized background.
  static let synthesized = "background"

  private static let names: Set<String> = [
    "ambience", "ambient", "background", "backgroundnoise", "negative", "noise", "none", "nothing",
    "other", "others", "quiet", "rest", "silence", "silent", "unknown",
  ]

  /// Whether a label means background, whatever its case and the characters between its words.
  static func matches(_ label: String) -> Bool {
    names.contains(label.lowercased().filter(\.isLetter))
  }

  /// The label that means background: the one called so, else the first that does.
  static func first(among labels: [String]) -> String? {
    labels.first { $0 == synthesized } ?? labels.first(where: matches)
  }
}
