import Foundation

/// Where a name leads, the same for all names of one place: a file that is there, or one to be made.
enum FilePlace: Equatable {
  /// A file that is there.
  case file(FileIdentity)

  /// One that is not: the nearest folder above that is there, and the names from there on.
  case free(folder: FileIdentity, names: [[UInt8]])

  /// Looks a name up; nil for a folder, and for a device or pipe, where nothing is lost.
  init?(_ path: Argument) {
    if let identity = FileIdentity(path: path) {
      guard identity.kind == .regular else { return nil }
      self = .file(identity)
      return
    }
    guard let target = try? path.followingLinks(name: path.displayText) else { return nil }
    let slash = UInt8(ascii: "/")
    var names = target.bytes.split(separator: slash).filter { !$0.elementsEqual([0x2E]) }
    var missing: [[UInt8]] = []
    while let name = names.popLast() {
      missing.insert(Array(name), at: 0)
      let folder = Argument(bytes: Array(target.bytes[..<name.startIndex]) + [0x2E])
      if let identity = FileIdentity(path: folder) {
        self = .free(folder: identity, names: missing)
        return
      }
    }
    return nil
  }
}
