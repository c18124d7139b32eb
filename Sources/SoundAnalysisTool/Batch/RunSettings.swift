import SoundAnalysis
import SoundEvents

/// Everything that results depend on besides the recording: the program, the model, the options.
///
/// Two runs with equal settings give the same results for the same recording.
struct RunSettings: Equatable, Sendable {
  /// Names and values in the order of the names; values of options as they were written.
  ///
  /// What is as it would be without the option is left out.
  let entries: [Entry]

  /// One setting.
  struct Entry: Equatable, Sendable, Codable {
    /// `version`, `model`, or an option such as `--window`.
    let name: String

    /// Its value; of a file the SHA-256.
    let value: String

    /// Whether both mean the same: `1.0` is `1`, and `1:00` is `60`.
    static func == (first: Entry, second: Entry) -> Bool {
      guard first.name == second.name else { return false }
      if first.value == second.value { return true }
      guard let number = first.number else { return false }
      return number == second.number
    }

    private var number: Double? {
      if RunSettings.numbers.contains(name) { return Double(value) }
      return RunSettings.times.contains(name) ? ClockTimeValue.seconds(value) : nil
    }
  }

  /// Options that say where and how fast, but not what.
  private static let indifferent: Set<String> = [
    "output", "jobs", "resume", "failures", "from", "profile-time", "help",
  ]

  /// Options whose value is a file that is read.
  private static let files: Set<String> = ["model", "profile", "merge-into"]

  private static let numbers: Set<String> = [
    "--window", "--overlap", "--top", "--min-confidence", "--level-gate", "--highpass",
    "--audio-track",
  ]

  private static let times: Set<String> = ["--start", "--end"]

  /// Options with a value that changes nothing.
  private static let usualValues: [String: String] = [
    "--channel": "auto", "--tail": "align", "--format": "text", "--start": "0",
  ]

  /// Options of which every one counts; of others, the last.
  private static let additive: Set<String> = ["--labels"]

  /// Takes settings that were stored.
  init(_ entries: [Entry]) { self.entries = Self.plain(entries) }

  /// Takes the settings of a call.
  ///
  /// - Parameters:
  ///   - options: the options as they were given, with the names of their long forms.
  ///   - hashes: the SHA-256 of files that were read already, by the option that named them last; a
  ///     pipe cannot be read twice.
  /// - Throws: `UsageError` for a file that cannot be read.
  init(
    _ options: [OptionParser.Given], knowing hashes: [String: String] = [:]
  ) throws(UsageError) {
    var entries = [Entry(name: "version", value: Version.current)]
    if !options.contains(where: { $0.name == "model" }) {
      entries.append(Entry(name: "model", value: try Self.hashOfBuiltInModel()))
    }
    for (place, option) in options.enumerated() where !Self.indifferent.contains(option.name) {
      let value: String
      if Self.files.contains(option.name) {
        // Of several the last one counts; the others are not read.
        if options[(place + 1)...].contains(where: { $0.name == option.name }) { continue }
        value =
          if let known = hashes[option.name] { known } else {
            try Self.hash(of: option.value, option: "--\(option.name)")
          }
      } else {
        value = option.value.text
      }
      entries.append(Entry(name: "--\(option.name)", value: value))
    }
    self.entries = Self.plain(entries)
  }

  /// Settings in the order of their names, without those that change nothing.
  private static func plain(_ entries: [Entry]) -> [Entry] {
    let sorted = entries.enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    return sorted.enumerated().filter { place, entry in
      if !additive.contains(entry.name), place + 1 < sorted.count,
        sorted[place + 1].name == entry.name
      {
        return false
      }
      return usualValues[entry.name].map { entry != Entry(name: entry.name, value: $0) } ?? true
    }.map(\.element)
  }

  /// What differs from other settings, for a message; nil where nothing does.
  func difference(from others: RunSettings) -> String? {
    guard self != others else { return nil }
    let names = (entries + others.entries).map(\.name)
    guard let name = names.first(where: { named($0) != others.named($0) }) else {
      return nil
    }
    return "\(name) \(others.shown(name)), now \(shown(name))"
  }

  private func named(_ name: String) -> [Entry] { entries.filter { $0.name == name } }

  private func shown(_ name: String) -> String {
    let values = named(name).map(\.value)
    guard !values.isEmpty else { return "not given" }
    if values == [""] { return "given" }
    // Of a hash the beginning is enough to see that it differs.
    return values.map { $0.count == 64 ? $0.prefix(12) + "…" : "'\($0)'" }.joined(separator: " ")
  }

  private static func hash(of file: Argument, option: String) throws(UsageError) -> String {
    do {
      return try ContentHash.ofTree(file)
    } catch {
      throw UsageError(
        "\(option) \(file.displayText): cannot be read: \(systemMessage(error.code))")
    }
  }

  private static func hashOfBuiltInModel() throws(UsageError) -> String {
    do {
      return try ContentHash.ofFile(Argument(BuiltInModel.path()))
    } catch {
      throw UsageError("the built-in classifier cannot be read: \(error)")
    }
  }
}
