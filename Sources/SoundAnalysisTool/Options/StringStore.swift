private import CSoup
private import Foundation

/// Owns copies of strings for a C library that keeps pointers to them.
@safe final class StringStore {
  private var strings: [UnsafeMutablePointer<CChar>]

  /// Makes an empty store.
  init() { unsafe strings = [] }

  deinit { unsafe strings.forEach { unsafe free($0) } }

  /// Copies a string.
  ///
  /// - Returns: the copy, which lives as long as this object.
  @unsafe func keep(_ string: String) -> UnsafePointer<CChar> {
    guard let copy = unsafe strdup(string) else { fatalError("No memory for an option's name") }
    unsafe strings.append(copy)
    return unsafe UnsafePointer(copy)
  }
}

/// Copies arguments to a vector of GLib's own memory, with a null pointer at its end.
@unsafe func argumentVector(
  _ arguments: [Argument]
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  let size = unsafe (arguments.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
  guard let memory = unsafe g_malloc0(gsize(size)) else { return nil }
  let vector = unsafe memory.bindMemory(
    to: UnsafeMutablePointer<CChar>?.self, capacity: arguments.count + 1)
  for (index, argument) in arguments.enumerated() {
    unsafe vector[index] = g_strdup(argument.path)
  }
  return unsafe vector
}
