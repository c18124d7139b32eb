import Foundation

/// A file that grows, with a small buffer before it.
struct LevelFile {
  private let handle: FileHandle
  private var buffer = Data()

  /// Makes an empty file.
  init(_ url: URL) throws {
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    handle = try FileHandle(forWritingTo: url)
  }

  /// Adds bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 32 * 1024 { try flush() }
  }

  /// Writes what is buffered.
  mutating func flush() throws {
    guard !buffer.isEmpty else { return }
    try handle.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The lowest and the highest sample of a stretch.
struct PeakColumn {
  private var lowest: Float = .infinity
  private var highest: Float = -.infinity

  /// Takes a sample.
  mutating func add(_ sample: Float) {
    lowest = min(lowest, sample)
    highest = max(highest, sample)
  }

  /// Takes another stretch.
  mutating func add(_ other: PeakColumn) {
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
  }

  /// Two Int16, little endian.
  var bytes: [UInt8] {
    [lowest, highest].flatMap { value in
      let bits = UInt16(bitPattern: Int16((min(max(value, -1), 1) * 32_767).rounded()))
      return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
    }
  }
}

/// One level of peaks.
struct PeakLevel {
  var file: LevelFile
  private var part = PeakColumn()
  private var partCount = 0

  init(file: LevelFile) {
    self.file = file
  }

  /// Writes a column; gives the column of the next level when that is full.
  mutating func append(_ column: PeakColumn) throws -> PeakColumn? {
    try file.append(column.bytes)
    part.add(column)
    partCount += 1
    return partCount == OverviewFormat.factor ? takePart() : nil
  }

  /// The column of the next level as far as it is filled; nil where it is empty.
  mutating func takePart() -> PeakColumn? {
    guard partCount > 0 else { return nil }
    defer {
      part = PeakColumn()
      partCount = 0
    }
    return part
  }
}

/// One level of the spectrogram.
struct BandLevel {
  var file: LevelFile
  private var sum = [Float](repeating: 0, count: OverviewFormat.bandCount)
  private var highest = [Float](repeating: 0, count: OverviewFormat.bandCount)
  private var partCount = 0

  init(file: LevelFile) {
    self.file = file
  }

  /// Writes a column; gives the column of the next level when that is full.
  mutating func append(_ column: [Float]) throws -> [Float]? {
    try file.append(column.map { UInt8($0.rounded()) })
    for band in column.indices {
      sum[band] += column[band]
      highest[band] = max(highest[band], column[band])
    }
    partCount += 1
    return partCount == OverviewFormat.factor ? takePart() : nil
  }

  /// The column of the next level; nil where nothing came.
  ///
  /// It lies half way between mean and maximum: short sounds stay visible, and long stretches do not
  /// all turn bright.
  mutating func takePart() -> [Float]? {
    guard partCount > 0 else { return nil }
    defer {
      sum = Array(repeating: 0, count: sum.count)
      highest = Array(repeating: 0, count: highest.count)
      partCount = 0
    }
    return sum.indices.map { (sum[$0] / Float(partCount) + highest[$0]) / 2 }
  }
}
