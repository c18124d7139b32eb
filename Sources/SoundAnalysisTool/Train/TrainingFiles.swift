import CreateML
import SoundEvaluation
import SoundEvents

/// The recordings that `soundanalysis train` learns from, by label.
struct TrainingFiles {
  /// The label of recordings that have none, and of those of `--background`.
  private static let background = "background"

  /// The recordings of each label.
  private(set) var byLabel: [String: [URL]] = [:]

  /// Recordings that cannot be used, a sentence each.
  private(set) var warnings: [String] = []

  /// Finds the recordings.
  init(_ options: TrainOptions) throws {
    let set = try LabelledSet(options.source)
    try options.outputs.checkThatNoneIs(among: set.clips.lazy.map(\.path))
    for clip in set.clips {
      let name = clip.path.displayText
      guard clip.labels.events?.isEmpty ?? true else {
        throw UsageError(
          "\(name): found a label with times, expected whole recordings (cut them first)")
      }
      guard clip.labels.labels.count < 2 else {
        throw UsageError(
          "\(name): found the labels \(clip.labels.labels.map { "'\($0)'" }.joinedAsAlternatives), "
            + "expected one")
      }
      add(clip.path, isFound: clip.isFound, label: clip.labels.labels.first ?? Self.background)
    }
    if case .folder(let folder) = options.background {
      guard FileIdentity(path: folder)?.kind == .directory else {
        throw UsageError(
          option: "--background", value: folder.displayText,
          expected: "a folder of recordings, or none")
      }
      let walk = FolderWalk(folder, excluding: nil)
      if let obstacle = walk.obstacles.first { throw UsageError(obstacle.sentence) }
      try options.outputs.checkThatNoneIs(among: walk.findings.lazy.map(\.path))
      for finding in walk.findings { add(finding.path, isFound: true, label: Self.background) }
      guard byLabel[Self.background] != nil else {
        throw UsageError(
          option: "--background", value: folder.displayText,
          expected: "a folder with recordings in it")
      }
    }
  }

  private mutating func add(_ path: Argument, isFound: Bool, label: String) {
    guard path.isText else {
      warnings.append("\(path.displayText): found a name that is not UTF-8; left out")
      return
    }
    let input = BatchInput(path: path, size: 0, isFound: isFound, place: [])
    if isFound, !input.isNamedAsRecording {
      do {
        _ = try InputFile(path).decoder()
      } catch {
        // A file of another kind beside the recordings, such as a text, is none of ours.
        return
      }
    }
    byLabel[label, default: []].append(URL(fileURLWithPath: path.text))
  }
}
