internal import COneDNN

/// How the numbers of a tensor lie in memory: row-major, strided, or blocked as oneDNN likes.
@safe final class Layout: Equatable {
  let handle: OpaquePointer

  /// Takes over a handle; nil stays nil.
  private init?(adopting handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  /// The layout that a primitive wants for an argument, or nil if it has none.
  convenience init?(of primitive: OpaquePointer, argument: osa_argument) {
    unsafe self.init(adopting: osa_primitive_descriptor(primitive, argument))
  }

  /// Row-major numbers.
  static func plain(_ shape: [Int]) -> Layout {
    let dimensions = shape.isEmpty ? [1] : shape.map(Int64.init)
    guard
      let layout = unsafe Layout(
        adopting: osa_descriptor_create(Int32(dimensions.count), dimensions))
    else { preconditionFailure("out of memory for a layout of shape \(shape)") }
    return layout
  }

  /// Numbers whose neighbours along axis i lie `strides[i]` numbers apart; nil if oneDNN does not
  /// take such strides, as of elements that overlap.
  static func strided(_ shape: [Int], strides: [Int]) -> Layout? {
    unsafe Layout(
      adopting: osa_descriptor_create_strided(
        Int32(shape.count), shape.map(Int64.init), strides.map(Int64.init)))
  }

  deinit { unsafe osa_descriptor_destroy(handle) }

  /// The bytes taken, with the padding of blocks.
  var byteCount: Int { unsafe osa_descriptor_byte_count(handle) }

  static func == (first: Layout, second: Layout) -> Bool {
    unsafe osa_descriptor_equal(first.handle, second.handle)
  }
}
