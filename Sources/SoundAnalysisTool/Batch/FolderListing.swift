import Foundation

/// What lies in one folder.
enum FolderListing {
  /// An entry of a folder.
  struct Entry {
    /// The name's bytes, without a slash.
    let name: [UInt8]

    /// Whether it is a symbolic link.
    let isLink: Bool

    /// What it is, or what the link leads to; nil where it leads to nothing.
    let identity: FileIdentity?

    /// Whether the name begins with a dot.
    var isHidden: Bool { name.first == UInt8(ascii: ".") }
  }

  /// The entries of a folder but `.` and `..`, in the order of their bytes.
  static func entries(of folder: Argument) throws(SystemFailure) -> [Entry] {
    try names(in: folder).map { name in
      let path = folder.appending(name)
      var status = stat()
      let isLink = unsafe lstat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      return Entry(name: name, isLink: isLink, identity: FileIdentity(path: path))
    }
  }

  /// The names of those entries, none of which is looked at.
  static func names(in folder: Argument) throws(SystemFailure) -> [[UInt8]] {
    guard let handle = unsafe opendir(folder.path) else { throw SystemFailure(code: errno) }
    defer { unsafe closedir(handle) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(handle) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
    guard errno == 0 else { throw SystemFailure(code: errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Argument {
  /// The path of something in the folder that this is the path of.
  func appending(_ name: [UInt8]) -> Argument {
    if bytes.isEmpty { return Argument(bytes: name) }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return Argument(bytes: bytes + slash + name)
  }
}
