internal import Foundation
internal import NeuralNet

/// A file of weights that a model refers to by offsets: a header, then records and their data.
///
/// Everything is little-endian. A record lies at a multiple of 64 and says the type of the numbers,
/// how many bytes they take and where they are, again at a multiple of 64.
final class BlobFile: Sendable {
  /// A record, checked against the file.
  struct Record {
    let element: BlobElement
    let bytes: Range<Int>
  }

  static let marker: UInt32 = 0xDEAD_BEEF
  static let version: UInt32 = 2
  /// Header and records have this many bytes, and data begins at a multiple of them.
  static let alignment = 64

  private let file: MappedFile

  /// Opens a file and checks its header.
  init(at url: URL) throws(ModelFileError) {
    file = try MappedFile(at: url)
    guard file.count >= Self.alignment else {
      throw ModelFileError(
        .unreadable, found: "\(file.count) bytes", expected: "a header of \(Self.alignment)")
    }
    let version = UInt32(truncatingIfNeeded: integer(at: 4, byteCount: 4))
    guard version == Self.version else {
      throw ModelFileError(
        .unsupported, found: "version \(version) of the weight file", expected: "\(Self.version)")
    }
  }

  /// The record at an offset that a model gives.
  func record(at offset: Int) throws(ModelFileError) -> Record {
    guard offset >= Self.alignment, offset % Self.alignment == 0,
      offset <= file.count - Self.alignment
    else {
      throw failure(
        found: "the offset \(offset)",
        expected: "a multiple of \(Self.alignment) inside the \(file.count) bytes")
    }
    guard UInt32(truncatingIfNeeded: integer(at: offset, byteCount: 4)) == Self.marker else {
      throw failure(found: "no record at \(offset)", expected: "one")
    }
    let code = UInt32(truncatingIfNeeded: integer(at: offset + 4, byteCount: 4))
    guard let element = BlobElement(rawValue: code) else {
      throw ModelFileError(
        .unsupported, found: "numbers of the type \(code)", expected: "1 to 15")
    }
    let size = integer(at: offset + 8, byteCount: 8)
    let start = integer(at: offset + 16, byteCount: 8)
    guard size <= UInt64(file.count), start <= UInt64(file.count) - size, start % 64 == 0 else {
      throw failure(
        found: "\(size) bytes at \(start)",
        expected: "data at a multiple of \(Self.alignment) inside the \(file.count) bytes")
    }
    return Record(element: element, bytes: Int(start)..<Int(start + size))
  }

  /// Lets `body` read the bytes of a record.
  func withBytes<Result, Failure>(
    of record: Record, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withBytes(record.bytes, body)
  }

  /// The numbers of a single-precision record, where they lie.
  func floats(of record: Record) -> WeightScalars {
    precondition(record.element == .float32, "the record holds other numbers")
    return file.floats(at: record.bytes.lowerBound, count: record.bytes.count / 4)
  }

  private func integer(at offset: Int, byteCount: Int) -> UInt64 {
    file.withBytes(offset..<offset + byteCount) { bytes in
      var value: UInt64 = 0
      for index in (0..<byteCount).reversed() { value = value << 8 | UInt64(bytes[index]) }
      return value
    }
  }

  private func failure(found: String, expected: String) -> ModelFileError {
    ModelFileError(.invalid, found: found, expected: expected)
  }
}
