import Foundation
import SoundEvents
import Synchronization

/// The scores of all windows of a recording, in a file: rows of start, end and one Float a label.
///
/// One thread appends while others read; memory does not grow with the recording.
final class ScoreStore: Sendable {
  private static let headBytes = 16

  private let url: URL
  private let labelCount: Int
  private let writer: FileHandle
  private let written = Mutex(0)

  /// Makes an empty store.
  init(_ url: URL, labelCount: Int) throws {
    self.url = url
    self.labelCount = labelCount
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    writer = try FileHandle(forWritingTo: url)
  }

  /// The number of windows so far.
  var count: Int { written.withLock { $0 } }

  private var rowBytes: Int { Self.headBytes + labelCount * MemoryLayout<Float>.size }

  /// Adds a window; one thread does so.
  func append(_ window: ScoredWindow) throws {
    precondition(window.scores.count == labelCount, "A window has \(labelCount) scores.")
    var row = Data(capacity: rowBytes)
    for frame in [window.startFrame, window.endFrame] {
      for shift in 0..<8 { row.append(UInt8(truncatingIfNeeded: frame >> (8 * shift))) }
    }
    for score in window.scores {
      let bits = score.bitPattern
      for shift in 0..<4 { row.append(UInt8(truncatingIfNeeded: bits >> (8 * shift))) }
    }
    try writer.write(contentsOf: row)
    written.withLock { $0 += 1 }
  }

  /// Reads windows; fewer where the range passes the end.
  func read(_ range: Range<Int>) throws -> [ScoredWindow] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(range.lowerBound * rowBytes))
    guard let data = try file.read(upToCount: range.count * rowBytes),
      data.count == range.count * rowBytes
    else { throw CocoaError(.fileReadCorruptFile) }
    return unsafe data.withUnsafeBytes { bytes in
      range.indices.map { index in
        let start = (index - range.lowerBound) * rowBytes
        let scores = (0..<labelCount).map { label in
          unsafe bytes.loadUnaligned(
            fromByteOffset: start + Self.headBytes + 4 * label, as: Float.self)
        }
        return ScoredWindow(
          startFrame: unsafe bytes.loadUnaligned(fromByteOffset: start, as: Int64.self),
          endFrame: unsafe bytes.loadUnaligned(fromByteOffset: start + 8, as: Int64.self),
          scores: scores)
      }
    }
  }

  /// The windows that hear a frame: a range of indices.
  func windows(around frame: Int64) throws -> Range<Int> {
    // Starts and ends both rise from window to window.
    let first = try partition { $0.endFrame > frame }
    let end = try partition { $0.startFrame > frame }
    return first..<max(first, end)
  }

  private func partition(_ isPast: (ScoredWindow) -> Bool) throws -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      guard let window = try read(middle..<middle + 1).first else { return low }
      if isPast(window) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
