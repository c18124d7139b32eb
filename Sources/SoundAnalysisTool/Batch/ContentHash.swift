private import CSoup
private import Foundation

/// The SHA-256 of bytes, through GLib.
@safe final class ContentHash {
  private let checksum: OpaquePointer

  /// Begins a hash of nothing.
  init() {
    guard let checksum = unsafe g_checksum_new(G_CHECKSUM_SHA256) else {
      preconditionFailure("GLib always has SHA-256")
    }
    unsafe self.checksum = checksum
  }

  deinit { unsafe g_checksum_free(checksum) }

  /// Takes more bytes.
  func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe g_checksum_update(checksum, buffer.baseAddress, gssize(buffer.count))
    }
  }

  /// The hash in 64 hexadecimal digits; nothing can be taken after.
  func finish() -> String { unsafe String(cString: g_checksum_get_string(checksum)) }

  /// The hash of bytes in memory.
  static func of(_ bytes: [UInt8]) -> String {
    let hash = ContentHash()
    hash.append(bytes)
    return hash.finish()
  }

  /// The hash of a file's contents.
  ///
  /// - Parameter isCancelled: whether nobody wants it any more; the failure is `ECANCELED` then.
  static func ofFile(
    _ path: Argument, isCancelled: () -> Bool = { false }
  ) throws(SystemFailure) -> String {
    let descriptor = unsafe open(path.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure(code: errno) }
    defer { close(descriptor) }
    let hash = ContentHash()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe read(descriptor, &block, block.count)
      if isCancelled() { throw SystemFailure(code: ECANCELED) }
      if count == 0 { return hash.finish() }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemFailure(code: errno)
      }
      if count < block.count { hash.append(Array(block[..<count])) } else { hash.append(block) }
    }
  }

  /// The hash of a file, or of a folder's files with their names.
  static func ofTree(_ path: Argument) throws(SystemFailure) -> String {
    guard FileIdentity(path: path)?.kind == .directory else { return try ofFile(path) }
    let hash = ContentHash()
    let prefix = path.appending([]).bytes.count
    for finding in FolderWalk(path, excluding: nil).findings {
      hash.append(Array(finding.path.bytes[prefix...]) + [0])
      hash.append(Array(try ofFile(finding.path).utf8))
    }
    return hash.finish()
  }
}
