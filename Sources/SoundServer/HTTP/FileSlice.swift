import Foundation
import Synchronization

/// A stretch of a file as a body, read piece by piece.
final class FileSlice: BodyStream {
  private static let pieceLength = 256 * 1024

  private let file: FileHandle
  private let remaining: Mutex<Int64>

  /// Opens a file.
  ///
  /// - Parameter range: byte offsets.
  init(_ url: URL, range: Range<Int64>) throws {
    file = try FileHandle(forReadingFrom: url)
    try file.seek(toOffset: UInt64(range.lowerBound))
    remaining = Mutex(Int64(range.count))
  }

  func next() throws -> BodyStep {
    let count = Int(min(remaining.withLock { $0 }, Int64(Self.pieceLength)))
    guard count > 0 else { return .end }
    guard let piece = try file.read(upToCount: count), !piece.isEmpty else {
      throw CocoaError(.fileReadCorruptFile)
    }
    remaining.withLock { $0 -= Int64(piece.count) }
    return .bytes(piece)
  }

  func close() {
    try? file.close()
  }
}
