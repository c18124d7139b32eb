import Foundation

/// Finds the files in folders and all folders below.
///
/// Each folder is entered once, by whichever way leads there first: real folders before links, so
/// that links cannot lead in circles. Nothing is opened.
struct FolderWalk {
  /// A file that was found.
  struct Finding {
    /// Its path, which begins with that of the folder.
    let path: Argument

    /// Its bytes.
    let size: Int64
  }

  /// A folder that cannot be read.
  struct Obstacle {
    /// The folder.
    let path: Argument

    /// Why, in one line.
    let sentence: String
  }

  /// The regular files, in the order of their paths' bytes.
  private(set) var findings: [Finding] = []

  /// Hidden files and folders, devices, sockets and pipes that were passed over.
  private(set) var skippedCount = 0

  /// The folders that could not be read.
  private(set) var obstacles: [Obstacle] = []

  private var seen: Set<FileIdentity> = []

  /// Walks a folder.
  ///
  /// - Parameter excluded: a folder that is not entered.
  init(_ folder: Argument, excluding excluded: FileIdentity?) {
    if let excluded { seen.insert(excluded) }
    var folders = [folder]
    var links: [Argument] = []
    if let identity = FileIdentity(path: folder) { seen.insert(identity) }
    while true {
      guard let next = folders.popLast() else {
        guard !links.isEmpty else { break }
        let link = links.removeFirst()
        if let identity = FileIdentity(path: link), seen.insert(identity).inserted {
          folders.append(link)
        }
        continue
      }
      let entries: [FolderListing.Entry]
      do {
        entries = try FolderListing.entries(of: next)
      } catch {
        let reason = "the folder cannot be read: \(systemMessage(error.code))"
        obstacles.append(
          Obstacle(path: next, sentence: "\(next.displayText): \(reason)"))
        continue
      }
      for entry in entries.reversed() {
        let path = next.appending(entry.name)
        switch entry.identity?.kind {
        case _ where entry.isHidden, .other: skippedCount += 1
        case .directory where entry.isLink: links.append(path)
        case .directory:
          if let identity = entry.identity, seen.insert(identity).inserted { folders.append(path) }
        case .regular: findings.append(Finding(path: path, size: entry.identity?.size ?? 0))
        case nil: findings.append(Finding(path: path, size: 0))
        }
      }
    }
    findings.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}
