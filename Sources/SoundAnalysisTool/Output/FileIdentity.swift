import Foundation

/// Which file a name leads to, and of what kind it is.
struct FileIdentity: Hashable, Sendable {
  /// What can be done with a file.
  enum Kind: Sendable {
    case regular, directory, other
  }

  /// The kind of file.
  let kind: Kind

  /// The permission bits.
  let mode: mode_t

  /// The bytes of a regular file.
  let size: Int64

  private let device: dev_t
  private let inode: ino_t
  private let modificationTime: timespec

  /// Looks a name up, through symbolic links; nil where it leads to nothing.
  init?(path: Argument) {
    var status = stat()
    guard unsafe stat(path.path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Looks an input up by its name, or standard input by `-`.
  init?(input: Argument) {
    guard input.text == "-" else {
      self.init(path: input)
      return
    }
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Takes what the system says of a file.
  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    default: kind = .other
    }
    mode = status.st_mode & 0o7777
    size = Int64(status.st_size)
    device = status.st_dev
    inode = status.st_ino
    modificationTime = status.st_mtim
  }

  /// Whether this is the same file with, as far as its size and time tell, the same contents.
  func isUnchanged(since earlier: FileIdentity) -> Bool {
    self == earlier && size == earlier.size
      && modificationTime.tv_sec == earlier.modificationTime.tv_sec
      && modificationTime.tv_nsec == earlier.modificationTime.tv_nsec
  }

  static func == (first: FileIdentity, second: FileIdentity) -> Bool {
    first.device == second.device && first.inode == second.inode
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(inode)
  }
}
