import Foundation

/// A name with `*`, `?` or `[...]` in it, as shells expand them; `**` stands for any folders between.
enum FilePattern {
  /// Whether a name is a pattern.
  static func isPattern(_ name: Argument) -> Bool {
    name.bytes.contains { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) }
  }

  /// What the pattern fits, in the order of the bytes; hidden names only where it begins with a dot.
  static func matches(_ pattern: Argument) -> [Argument] {
    let slash = UInt8(ascii: "/")
    let parts = pattern.bytes.split(separator: slash).map { Argument(bytes: Array($0)) }
    var places = [pattern.bytes.first == slash ? Argument("/") : Argument("")]
    var searchesFolders = false
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part.text == "**" {
        places = Set(places.flatMap(foldersWithin)).sorted(by: precedes)
        // At the end it stands for every file below.
        if isLast { places = places.flatMap { entries(in: $0, fitting: Argument("*")) } }
        searchesFolders = true
      } else if isPattern(part) {
        places = places.flatMap { entries(in: $0, fitting: part) }
      } else {
        places = places.map { $0.appending(part.bytes) }
          .filter { FileIdentity(path: $0) != nil }
      }
    }
    // What lies in folders that `**` stands for fits as well: the folders themselves would bring it again.
    if searchesFolders { places.removeAll { FileIdentity(path: $0)?.kind == .directory } }
    return places.sorted(by: precedes)
  }

  private static func precedes(_ first: Argument, _ second: Argument) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }

  private static func entries(in folder: Argument, fitting part: Argument) -> [Argument] {
    let place = folder.bytes.isEmpty ? Argument(".") : folder
    let entries = (try? FolderListing.entries(of: place)) ?? []
    return entries.filter { entry in
      unsafe fnmatch(part.path, Argument(bytes: entry.name).path, FNM_PERIOD) == 0
    }.map { entry in
      // A file of this name is not standard input.
      folder.bytes.isEmpty && entry.name == Array("-".utf8)
        ? Argument("./-") : folder.appending(entry.name)
    }
  }

  /// A folder and all below it; hidden ones, and links to folders, are not entered.
  private static func foldersWithin(_ folder: Argument) -> [Argument] {
    var found: [Argument] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      found.append(next)
      let place = next.bytes.isEmpty ? Argument(".") : next
      for entry in (try? FolderListing.entries(of: place)) ?? []
      where entry.identity?.kind == .directory && !entry.isLink && !entry.isHidden {
        waiting.append(next.appending(entry.name))
      }
    }
    return found
  }
}
