import Foundation

/// Which file a name leads to, and of what kind it is.
struct FileIdentity: Equatable {
  /// What can be done with a file.
  enum Kind {
    case regular, directory, other
  }

  /// The kind of file.
  let kind: Kind

  /// The permission bits.
  let mode: mode_t

  private let device: dev_t
  private let inode: ino_t

  /// Looks a name up, through symbolic links; nil where it leads to nothing.
  init?(path: Argument) {
    var status = stat()
    guard unsafe stat(path.path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    default: kind = .other
    }
    mode = status.st_mode & 0o7777
    device = status.st_dev
    inode = status.st_ino
  }

  static func == (first: FileIdentity, second: FileIdentity) -> Bool {
    first.device == second.device && first.inode == second.inode
  }
}
