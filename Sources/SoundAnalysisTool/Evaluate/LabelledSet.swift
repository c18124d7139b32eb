import SoundEvaluation
import SoundEvents

/// Labelled recordings, with the classifier's spelling of each label.
struct LabelledSet {
  /// A recording and its labels.
  struct Clip: Sendable {
    /// Where the recording is.
    let path: Argument

    /// What is heard in it.
    var labels: LabelledClip

    /// Whether it was found in a folder, so that it may be something else.
    let isFound: Bool
  }

  /// The clips in the order of the table, or of their names.
  private(set) var clips: [Clip] = []

  /// Labels that the classifier does not know, and how many clips have them.
  private(set) var unknown: [(label: String, count: Int)] = []

  /// Whether some labels have times.
  var hasTimes: Bool { clips.contains { $0.labels.events != nil } }

  /// Reads a folder of folders named by label, or a table.
  init(_ source: Argument) throws(UsageError) {
    if FileIdentity(path: source)?.kind == .directory {
      try readFolder(source)
    } else {
      try readTable(source)
    }
  }

  private mutating func readFolder(_ folder: Argument) throws(UsageError) {
    let walk = FolderWalk(folder, excluding: nil)
    if let obstacle = walk.obstacles.first { throw UsageError(obstacle.sentence) }
    let prefix = folder.appending([]).bytes.count
    for finding in walk.findings {
      let parts = finding.path.bytes[prefix...].split(separator: UInt8(ascii: "/"))
      // A file beside the folders has no label.
      guard parts.count > 1, let first = parts.first else { continue }
      let label = String(decoding: first, as: UTF8.self)
      clips.append(
        Clip(
          path: finding.path, labels: LabelledClip(file: finding.path.text, labels: [label]),
          isFound: true))
    }
    guard !clips.isEmpty else {
      throw UsageError(
        "\(folder.displayText): found no files in folders; expected a folder for each label with "
          + "its recordings")
    }
  }

  private mutating func readTable(_ table: Argument) throws(UsageError) {
    let bytes = try SmallFile.read(table, limit: LabelTable.largestFile)
    let labels: [LabelledClip]
    do {
      labels = try LabelTable.clips(bytes)
    } catch {
      throw UsageError("\(table.displayText), line \(error.line): \(error.message)")
    }
    let slash = UInt8(ascii: "/")
    let folder = table.bytes.lastIndex(of: slash).map { Array(table.bytes[...$0]) } ?? []
    clips = labels.map { clip in
      let name = Array(clip.file.utf8)
      let path = name.first == slash ? Argument(bytes: name) : Argument(bytes: folder + name)
      return Clip(path: path, labels: clip, isFound: false)
    }
  }

  /// Replaces labels by the classifier's spelling; clips of which no label is known are dropped.
  mutating func translate(to known: [String]) {
    let spelling = LabelSpelling(of: known)
    var counts: [String: Int] = [:]
    clips = clips.compactMap { clip in
      var translated = clip
      var seen: Set<String> = []
      translated.labels.labels = clip.labels.labels.compactMap { label in
        guard let name = spelling.label(label) else {
          counts[label, default: 0] += 1
          return nil
        }
        return seen.insert(name).inserted ? name : nil
      }
      translated.labels.events = clip.labels.events?.compactMap { event in
        spelling.label(event.label).map {
          LabelledClip.Event(
            label: $0, onset: event.onset, offset: event.offset, line: event.line)
        }
      }
      let hasLostAll = translated.labels.labels.isEmpty && !clip.labels.labels.isEmpty
      return hasLostAll ? nil : translated
    }
    unknown = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (label: $0.key, count: $0.value) }
  }

  /// Says which labels the classifier does not know, with the nearest that it does.
  func unknownLabelError(known: [String], classifier: String) -> UsageError {
    let spelling = LabelSpelling(of: known)
    let shown = unknown.prefix(5).map { entry in
      let near = spelling.nearest(to: entry.label)
      let hint = near.isEmpty ? "" : " (did you mean \(near.joinedAsAlternatives)?)"
      return "'\(Argument(entry.label).displayText)'\(hint)"
    }
    let rest = unknown.count > 5 ? " and \(unknown.count - 5) more" : ""
    return UsageError(
      "\(classifier) knows no label \(shown.joined(separator: ", "))\(rest); rename them, or "
        + "leave them out with --skip-unknown")
  }
}
