internal import Foundation
internal import NeuralNet

/// The bytes of a file, mapped into memory: they are read from disk when they are used.
///
/// The file must not be cut off while it is mapped; replacing it by renaming is fine.
@safe final class MappedFile: WeightScalars.Owner {
  // Read only from init to deinit.
  private nonisolated(unsafe) let base: UnsafeRawPointer
  let count: Int

  /// Maps a regular file that is not empty.
  init(at file: URL) throws(ModelFileError) {
    let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(file) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(file) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      throw ModelFileError(
        .unreadable, at: file.lastPathComponent, found: "no bytes", expected: "a file of weights")
    }
    count = Int(status.st_size)
    guard let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe address != MAP_FAILED
    else { throw Self.failure(file) }
    unsafe base = UnsafeRawPointer(address)
  }

  deinit { unsafe _ = munmap(UnsafeMutableRawPointer(mutating: base), count) }

  /// Lets `body` read some of the bytes, which must lie in the file.
  func withBytes<Result, Failure>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes outside the file")
    let start = unsafe (base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let buffer = unsafe UnsafeBufferPointer(start: start, count: range.count)
    return unsafe try body(buffer.span)
  }

  /// Floats from a place that is a multiple of four, without a copy.
  func floats(at offset: Int, count: Int) -> WeightScalars {
    precondition(
      offset >= 0 && offset % 4 == 0 && count >= 0 && count <= (self.count - offset) / 4,
      "floats outside the file")
    let start = unsafe (base + offset).assumingMemoryBound(to: Float.self)
    return unsafe WeightScalars(
      borrowing: UnsafeBufferPointer(start: start, count: count), from: self)
  }

  private static func failure(_ file: URL) -> ModelFileError {
    ModelFileError(
      .unreadable, at: file.lastPathComponent,
      found: unsafe String(cString: strerror(errno)), expected: "a readable file")
  }
}
