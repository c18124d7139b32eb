import Foundation
import Synchronization

/// A folder that gets the results of each recording in a file of its own, whole or not at all.
///
/// Results are written in `.soundanalysis/staging` and renamed when they are complete, then noted
/// in `.soundanalysis/ledger.jsonl`. One run at a time uses a folder.
final class OutputFolder: Sendable {
  private struct State {
    var ledger: RunLedger
    var appendDescriptor: Int32
    var madeFolders: Set<Argument> = []
  }

  /// The folder.
  let path: Argument

  private let settings: RunSettings
  private let resumes: Bool
  private let lockDescriptor: Int32
  private let state: Mutex<State>

  private var home: Argument { path.appending(Array(".soundanalysis".utf8)) }
  private var staging: Argument { home.appending(Array("staging".utf8)) }
  private var ledgerPath: Argument { home.appending(Array("ledger.jsonl".utf8)) }

  /// Takes a folder, which is made where it does not exist.
  ///
  /// - Parameters:
  ///   - settings: what results depend on; a folder with results of others is refused.
  ///   - resumes: whether results that are there already are kept.
  /// - Throws: `UsageError` for a folder of another run, `OutputError` where it cannot be written.
  init(_ path: Argument, settings: RunSettings, resumes: Bool) throws {
    self.path = path
    self.settings = settings
    self.resumes = resumes
    var made: Set<Argument> = []
    try Self.makeFolder(path, knowing: &made)
    lockDescriptor = unsafe open(path.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lockDescriptor >= 0 else {
      throw OutputError.failed(action: "open", name: path.displayText, code: errno)
    }
    guard flock(lockDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(lockDescriptor)
      throw UsageError("--output \(path.displayText): \(Self.lockObstacle(code))")
    }
    let home = path.appending(Array(".soundanalysis".utf8))
    let ledgerPath = home.appending(Array("ledger.jsonl".utf8))
    try Self.makeFolder(home, knowing: &made)
    try Self.makeFolder(home.appending(Array("staging".utf8)), knowing: &made)
    let bytes =
      FileIdentity(path: ledgerPath) == nil
      ? [] : try SmallFile.read(ledgerPath, option: "--output", limit: 1 << 30)
    var ledger = RunLedger(bytes)
    if let earlier = ledger.settings, !ledger.entries.isEmpty,
      let difference = settings.difference(from: earlier)
    {
      throw UsageError(
        "--output \(path.displayText): the folder holds results of a run with other settings "
          + "(\(difference)); choose another folder or delete this one")
    }
    if ledger.settings != settings { ledger = RunLedger([]) }
    state = Mutex(State(ledger: ledger, appendDescriptor: -1))
    sweep()
    try beginLedger()
  }

  deinit {
    state.withLock { if $0.appendDescriptor >= 0 { close($0.appendDescriptor) } }
    close(lockDescriptor)
  }

  /// Why the folder could not be locked, in words.
  ///
  /// - Parameter code: the system's number of the error.
  static func lockObstacle(_ code: Int32) -> String {
    if code == EWOULDBLOCK { return "another run is writing into this folder" }
    return "found a disk that cannot keep two runs apart (\(systemMessage(code))), expected one on "
      + "which a folder can be locked, such as a disk of this machine"
  }

  /// Opens a file for results on which work begins.
  ///
  /// - Parameters:
  ///   - piece: a number that no other piece of work in hand has.
  ///   - place: the name that the results will have in the folder.
  func stage(_ piece: Int, for place: [UInt8]) throws(OutputError) -> StagedFile {
    try StagedFile(
      path: staging.appending(Array("\(piece)".utf8)), name: path.appending(place).displayText)
  }

  /// Whether a recording's results are there and are to be kept.
  func holds(_ place: [UInt8], file: String, input: String) -> Bool {
    resumes && hasResults(at: place, file: file, input: input)
  }

  /// Whether a recording's results are there, complete and of these very contents.
  func hasResults(at place: [UInt8], file: String, input: String) -> Bool {
    guard let entry = state.withLock({ $0.ledger.entries[RunLedger.key(place)] }),
      entry.file == file, entry.input == input
    else { return false }
    return (try? ContentHash.ofFile(path.appending(place))) == entry.results
  }

  /// Why results cannot have a place, in one line; nil where, as far as can be seen, they can.
  func obstacle(at place: [UInt8]) -> String? {
    let target = path.appending(place)
    var status = stat()
    if unsafe stat(target.path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        return "its results would be \(target.displayText), where a folder is"
      }
      return isForeign(place)
        ? "its results would replace \(target.displayText), which no run into this folder has made"
        : nil
    }
    switch errno {
    case ENAMETOOLONG:
      let longest = place.split(separator: UInt8(ascii: "/")).map(\.count).max() ?? 0
      return longest > NAME_MAX
        ? "its results would have a name of \(longest) bytes, expected at most \(NAME_MAX)"
        : "its results would have a path of \(target.bytes.count) bytes, expected at most \(PATH_MAX - 1)"
    case ENOTDIR:
      return "its results would be \(target.displayText), but a file is where a folder has to be"
    default: return nil
    }
  }

  /// Whether a failure to write results leaves those of other recordings in order.
  func concernsOneRecording(_ error: OutputError) -> Bool {
    if case .failed(_, ledgerPath.displayText, _) = error { return false }
    return error.concernsOneFile
  }

  /// Whether there is a file that no run into this folder has made.
  func isForeign(_ place: [UInt8]) -> Bool {
    guard FileIdentity(path: path.appending(place)) != nil else { return false }
    return state.withLock { $0.ledger.entries[RunLedger.key(place)] == nil }
  }

  /// Notes results, then gives them their name: what is noted and not there is done again.
  ///
  /// - Parameters:
  ///   - place: the name in the folder.
  ///   - file: the name of the recording that the results tell.
  ///   - input: the SHA-256 of the recording; nil for results that are not complete.
  func take(
    _ staged: StagedFile, as place: [UInt8], file: String, input: String?
  ) throws(OutputError) {
    let entry = RunLedger.Entry(
      output: RunLedger.key(place), file: file, input: input ?? "", results: staged.hash())
    let target = path.appending(place)
    try staged.complete()
    try state.withLock { (state) throws(OutputError) in
      if let slash = target.bytes.lastIndex(of: UInt8(ascii: "/")) {
        try Self.makeFolder(
          Argument(bytes: Array(target.bytes[..<slash])), knowing: &state.madeFolders)
      }
      state.ledger.add(entry)
      let sink = DescriptorSink(
        descriptor: state.appendDescriptor, name: ledgerPath.displayText)
      try sink.write(RunLedger.line(entry))
      try sink.flush()
    }
    do throws(OutputError) {
      try staged.rename(to: target)
    } catch {
      state.withLock { $0.ledger.remove(entry.output) }
      throw error
    }
  }

  /// Removes results of an earlier run that are no longer true.
  func remove(_ place: [UInt8]) {
    let isKnown = state.withLock { state in
      let key = RunLedger.key(place)
      defer { state.ledger.remove(key) }
      return state.ledger.entries[key] != nil
    }
    if isKnown { _ = unsafe unlink(path.appending(place).path) }
  }

  /// Writes the ledger in order, at the end of a run.
  func finish() throws(OutputError) {
    sweep()
    try beginLedger()
  }

  /// Removes what unfinished work has left.
  func sweep() {
    for entry in (try? FolderListing.entries(of: staging)) ?? [] {
      _ = unsafe unlink(staging.appending(entry.name).path)
    }
  }

  /// Writes what is known into a new ledger, and opens it for more.
  private func beginLedger() throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      let staged = try StagedFile(
        path: staging.appending(Array("ledger".utf8)), name: ledgerPath.displayText)
      try staged.sink.write(state.ledger.text(settings: settings))
      try staged.complete()
      try staged.rename(to: ledgerPath)
      if state.appendDescriptor >= 0 { close(state.appendDescriptor) }
      state.appendDescriptor = unsafe open(ledgerPath.path, O_WRONLY | O_APPEND | O_CLOEXEC)
      guard state.appendDescriptor >= 0 else {
        throw .failed(action: "open", name: ledgerPath.displayText, code: errno)
      }
    }
  }

  /// Makes a folder and those above it.
  private static func makeFolder(
    _ folder: Argument, knowing made: inout Set<Argument>
  ) throws(OutputError) {
    if folder.bytes.isEmpty || made.contains(folder) { return }
    if FileIdentity(path: folder)?.kind != .directory {
      let parts = folder.bytes.split(separator: UInt8(ascii: "/"))
      if let last = parts.last, parts.count > 1 {
        let parent = folder.bytes[..<last.startIndex]
        try makeFolder(Argument(bytes: Array(parent.dropLast())), knowing: &made)
      }
      guard unsafe mkdir(folder.path, 0o777) == 0 || errno == EEXIST,
        FileIdentity(path: folder)?.kind == .directory
      else {
        let code = errno == EEXIST ? ENOTDIR : errno
        throw .failed(action: "make the folder", name: folder.displayText, code: code)
      }
    }
    made.insert(folder)
  }
}
