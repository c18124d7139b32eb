import Foundation
import Glibc

/// The temporary folder of one server; it vanishes with the server, or is swept by the next one.
///
/// All servers of a user share one parent. Beside each folder lies a lock file, which the owner holds
/// locked for as long as it lives: a folder whose lock can be had is left over from a server that
/// was killed. Process ids, which the system gives out again, play no part.
@safe final class WorkFolder: Sendable {
  /// Where uploads and jobs lie.
  let url: URL

  private let lockURL: URL
  private let lock: Int32

  /// Makes a folder, and removes those that killed servers left.
  ///
  /// - Parameter base: the system's folder for temporary files.
  init(in base: URL = FileManager.default.temporaryDirectory) throws(ServerError) {
    let parent = base.appendingPathComponent("soundanalysis-\(getuid())")
    try Self.makePrivate(parent)
    Self.sweep(parent)
    let name = RandomName.make()
    url = parent.appendingPathComponent(name)
    lockURL = parent.appendingPathComponent("\(name).lock")
    let file = unsafe open(lockURL.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // A sweep may win the race for a lock that was just made; then its file is gone.
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0, Self.isLinked(file) else {
      if file >= 0 { Glibc.close(file) }
      throw ServerError("cannot lock \(lockURL.path): \(Self.systemMessage)")
    }
    lock = file
    guard unsafe mkdir(url.path, 0o700) == 0 else {
      throw ServerError("cannot make the folder \(url.path): \(Self.systemMessage)")
    }
  }

  deinit {
    remove()
    Glibc.close(lock)
  }

  /// Removes the folder and everything in it.
  func remove() {
    try? FileManager.default.removeItem(at: url)
    try? FileManager.default.removeItem(at: lockURL)
  }

  private static var systemMessage: String { unsafe String(cString: strerror(errno)) }

  /// Makes the parent, or checks that it is ours alone: others may write to the system's folder.
  private static func makePrivate(_ folder: URL) throws(ServerError) {
    if unsafe mkdir(folder.path, 0o700) == 0 { return }
    var status = stat()
    guard unsafe lstat(folder.path, &status) == 0 else {
      throw ServerError("cannot make the folder \(folder.path): \(systemMessage)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
      status.st_mode & 0o077 == 0
    else {
      throw ServerError(
        "\(folder.path) is not a folder of this user alone; remove it, or set TMPDIR to another place"
      )
    }
  }

  /// Removes folders whose owners are gone.
  private static func sweep(_ parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasSuffix(".lock") {
      let lockURL = parent.appendingPathComponent(name)
      let file = unsafe open(lockURL.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { continue }
      defer { Glibc.close(file) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else { continue }
      let folder = parent.appendingPathComponent(String(name.dropLast(5)))
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.removeItem(at: lockURL)
    }
  }

  private static func isLinked(_ file: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_nlink > 0
  }
}
