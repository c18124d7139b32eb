internal import Foundation
internal import NeuralNet

/// Lays out a weight file and writes it; see `BlobFile`.
struct BlobWriter {
  private var items: [(content: WeightRecorder.Content, record: Int)] = []
  private var end = BlobFile.alignment
  /// The items by what their bytes are: functions of a program often share weights.
  private var known: [Int: [Int]] = [:]

  var isEmpty: Bool { items.isEmpty }

  /// Adds numbers, unless the same are there already, and returns the offset of their record.
  mutating func add(_ content: WeightRecorder.Content) -> Int {
    let digest = content.digest
    if let same = known[digest]?.first(where: { items[$0].content.equals(content) }) {
      return items[same].record
    }
    known[digest, default: []].append(items.count)
    let record = end
    items.append((content, record))
    end = Self.aligned(record + BlobFile.alignment + content.byteCount)
    return record
  }

  /// Writes the file.
  func write(to url: URL) throws {
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var position = BlobFile.alignment
    try file.write(
      contentsOf: Self.block([UInt64(items.count) | UInt64(BlobFile.version) << 32]))
    for (content, record) in items {
      // Zeros up to the place of the record.
      try file.write(contentsOf: Data(count: record - position))
      let type = UInt64(content.element.rawValue)
      try file.write(
        contentsOf: Self.block([
          UInt64(BlobFile.marker) | type << 32, UInt64(content.byteCount),
          UInt64(record + BlobFile.alignment),
        ]))
      try file.write(contentsOf: content.data)
      position = record + BlobFile.alignment + content.byteCount
    }
  }

  private static func aligned(_ offset: Int) -> Int {
    (offset + BlobFile.alignment - 1) / BlobFile.alignment * BlobFile.alignment
  }

  /// A header or record: integers of eight bytes, the lowest first, then zeros.
  private static func block(_ integers: [UInt64]) -> Data {
    var bytes = integers.flatMap { integer in
      stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: integer >> $0) }
    }
    bytes += [UInt8](repeating: 0, count: BlobFile.alignment - bytes.count)
    return Data(bytes)
  }
}

extension WeightRecorder.Content {
  fileprivate var element: BlobElement {
    switch self {
    case .weights: .float32
    case .record(let record, _): record.element
    }
  }

  /// The bytes that the numbers take.
  var byteCount: Int {
    switch self {
    case .weights(let scalars): 4 * scalars.count
    case .record(let record, _): record.bytes.count
    }
  }

  fileprivate var data: Data { unsafe withBytes { unsafe Data($0) } }

  /// A number that contents of equal bytes share.
  fileprivate var digest: Int {
    var hasher = Hasher()
    hasher.combine(element)
    unsafe withBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  fileprivate func equals(_ other: WeightRecorder.Content) -> Bool {
    guard element == other.element, byteCount == other.byteCount else { return false }
    guard byteCount > 0 else { return true }
    return unsafe withBytes { own in
      unsafe other.withBytes { unsafe memcmp(own.baseAddress!, $0.baseAddress!, own.count) == 0 }
    }
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .weights(let scalars):
      scalars.withSpan { numbers in
        unsafe numbers.withUnsafeBytes { unsafe body($0) }
      }
    case .record(let record, let file):
      file.withBytes(of: record) { bytes in
        unsafe bytes.withUnsafeBytes { unsafe body($0) }
      }
    }
  }
}
