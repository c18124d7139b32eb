import Foundation
import Testing

/// Files that are longer than the disk space they take.
enum SparseFile {
  /// Makes a file longer; what is added reads as zeros.
  static func extend(_ path: String, to byteCount: Int64) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: UInt64(byteCount))
    try handle.close()
  }
}
