import Foundation

/// Recordings by label, in an order that does not depend on how they were given.
struct LabelledFiles: Sendable {
  /// A recording and the place of its label.
  struct Entry: Sendable {
    let label: Int
    let url: URL
  }

  /// The labels, in the order of their bytes.
  let labels: [String]

  /// The recordings, in the order of labels, then of paths.
  let entries: [Entry]

  /// Finds the recordings of a source.
  ///
  /// - Throws: `MLCreateError.io` for a folder that cannot be read, `.generic` for a label without
  ///   recordings or one that no file can hold.
  init(_ source: MLSoundClassifier.DataSource) throws(MLCreateError) {
    switch source {
    case .filesByLabel(let files): try self.init(files)
    case .labeledDirectories(let folder):
      var files: [String: [URL]] = [:]
      for label in try Self.contents(of: folder) where label.hasDirectoryPath {
        files[label.lastPathComponent] = try Self.recordings(below: label)
      }
      guard !files.isEmpty else {
        throw .generic(
          reason: "\(folder.path): found no folders, expected one for each label with its "
            + "recordings")
      }
      try self.init(files)
    case .labeledFiles(let folder):
      var files: [String: [URL]] = [:]
      for file in try Self.contents(of: folder) where !file.hasDirectoryPath {
        let name = file.lastPathComponent
        files[String(name.prefix { $0 != "." }), default: []].append(file)
      }
      guard !files.isEmpty else {
        throw .generic(
          reason: "\(folder.path): found no files, expected recordings with names such as "
            + "Laughter.3.wav")
      }
      try self.init(files)
    }
  }

  private init(_ files: [String: [URL]]) throws(MLCreateError) {
    labels = files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var entries: [Entry] = []
    for (place, label) in labels.enumerated() {
      guard !label.isEmpty, !label.utf8.contains(0) else {
        throw .generic(reason: "found the label '', expected a name without a zero byte")
      }
      let urls = Set(files[label] ?? [])
      guard !urls.isEmpty else {
        throw .generic(reason: "\(label): found no recordings of this label, expected one at least")
      }
      let ordered = urls.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      entries += ordered.map { Entry(label: place, url: $0) }
    }
    self.entries = entries
  }

  private static func contents(of folder: URL) throws(MLCreateError) -> [URL] {
    do {
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
    } catch {
      throw .io(
        reason: "\(folder.path): found no folder that can be read, expected labelled recordings")
    }
  }

  private static func recordings(below folder: URL) throws(MLCreateError) -> [URL] {
    var files: [URL] = []
    var folders = [folder]
    while let next = folders.popLast() {
      for item in try contents(of: next) {
        if item.hasDirectoryPath { folders.append(item) } else { files.append(item) }
      }
    }
    return files
  }
}
