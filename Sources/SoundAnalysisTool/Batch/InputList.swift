import SoundEvents

/// The recordings of one call of the command: what its operands and lists name, folders searched.
struct InputList: Sendable {
  /// Something that was asked for and cannot be found.
  struct Problem: Sendable {
    /// What was asked for.
    let path: Argument

    /// What is wrong, in one line.
    let sentence: String
  }

  /// The recordings in the order in which they are told of: operands first, then lists.
  private(set) var inputs: [BatchInput] = []

  /// What cannot be found.
  private(set) var problems: [Problem] = []

  /// Hidden and special files in folders, which were not looked at.
  private(set) var skippedCount = 0

  /// Whether folders, patterns or lists were searched, so that the user does not know every name.
  private(set) var isSearched = false

  /// Looks for the recordings.
  ///
  /// - Parameters:
  ///   - operands: files, folders and patterns.
  ///   - lists: files with more of them.
  ///   - outputFolder: a folder that is not searched.
  init(
    operands: [Argument], lists: [Argument], outputFolder: Argument?
  ) throws(UsageError) {
    var names = operands
    var exactNames: Set<Int> = []
    for list in try lists.map(NameList.read) {
      if list.isExact { exactNames.formUnion(names.count..<names.count + list.names.count) }
      names += list.names
    }
    isSearched = !lists.isEmpty
    let excluded = outputFolder.flatMap { FileIdentity(path: $0) }
    for (index, name) in names.enumerated() {
      if index < operands.count, name.text == "-" {
        inputs.append(BatchInput(path: name, size: 0, isFound: false, place: []))
        continue
      }
      let identity = FileIdentity(path: name)
      if identity?.kind == .directory {
        search(name, isAlone: names.count == 1, excluding: excluded)
      } else if identity == nil, !exactNames.contains(index), FilePattern.isPattern(name) {
        expand(name, excluding: excluded)
      } else {
        inputs.append(
          BatchInput(
            path: name, size: identity?.size ?? 0, isFound: false, place: name.plainPlace))
      }
    }
  }

  private mutating func search(
    _ folder: Argument, isAlone: Bool, excluding excluded: FileIdentity?
  ) {
    isSearched = true
    let walk = FolderWalk(folder, excluding: excluded)
    skippedCount += walk.skippedCount
    problems += walk.obstacles.map { Problem(path: $0.path, sentence: $0.sentence) }
    if walk.findings.isEmpty, walk.obstacles.isEmpty {
      problems.append(
        Problem(path: folder, sentence: "\(folder.displayText): the folder holds no files"))
    }
    let prefix = folder.appending([]).bytes.count
    inputs += walk.findings.map { finding in
      BatchInput(
        path: finding.path, size: finding.size, isFound: true,
        place: isAlone ? Array(finding.path.bytes[prefix...]) : finding.path.plainPlace)
    }
  }

  private mutating func expand(_ pattern: Argument, excluding excluded: FileIdentity?) {
    isSearched = true
    let matches = FilePattern.matches(pattern)
    if matches.isEmpty {
      problems.append(
        Problem(path: pattern, sentence: "\(pattern.displayText): no file fits this pattern"))
    }
    for match in matches {
      let identity = FileIdentity(path: match)
      switch identity?.kind {
      case .directory:
        if identity != excluded { search(match, isAlone: false, excluding: excluded) }
      case .other: skippedCount += 1
      case .regular, nil:
        inputs.append(
          BatchInput(
            path: match, size: identity?.size ?? 0, isFound: true, place: match.plainPlace))
      }
    }
  }
}

extension Argument {
  /// The path without a slash at its beginning and without `.` and `..`.
  fileprivate var plainPlace: [UInt8] {
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { part in
      !part.elementsEqual([0x2E]) && !part.elementsEqual([0x2E, 0x2E])
    }
    return Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }
}
