private import COneDNN

/// A block of zeroed memory, aligned for vector instructions.
@safe final class Memory {
  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// Allocates, or returns nil if there is not so much memory.
  init?(byteCount: Int) {
    guard let memory = unsafe osa_memory_create(byteCount) else { return nil }
    unsafe base = memory
    self.byteCount = byteCount
  }

  deinit { unsafe osa_memory_destroy(base) }

  /// The floats from a byte offset on.
  func floats(at offset: Int, count: Int) -> FloatRegion {
    precondition(
      offset >= 0 && offset % 4 == 0 && count >= 0 && offset + 4 * count <= byteCount,
      "a region lies outside its memory")
    return unsafe FloatRegion(
      base: (base + offset).assumingMemoryBound(to: Float.self), count: count)
  }
}
