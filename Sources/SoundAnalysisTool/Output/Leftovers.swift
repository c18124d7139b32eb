import Foundation

/// The temporary files that processes left which were killed: nobody has them locked.
enum Leftovers {
  /// What the names of temporary files begin with.
  static let prefix = Array(".soundanalysis-".utf8)

  /// Removes them from a folder; the files of processes that live stay.
  ///
  /// - Parameter folder: empty for the working folder.
  static func remove(in folder: Argument) {
    let place = folder.bytes.isEmpty ? Argument(".") : folder
    for name in (try? FolderListing.names(in: place)) ?? [] where name.starts(with: prefix) {
      remove(place.appending(name))
    }
  }

  private static func remove(_ path: Argument) {
    // Neither a link nor a pipe of that name is ours.
    let descriptor = unsafe open(path.path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    _ = unsafe unlink(path.path)
  }

  /// Locks a new file; true where another process has it, or removed it, as a leftover.
  ///
  /// On a disk without locks nobody can, and leftovers stay.
  static func wasTaken(_ descriptor: Int32) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }
}
