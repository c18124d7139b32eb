internal import COneDNN

/// A computation of oneDNN with fixed shapes.
@safe final class Primitive {
  let handle: OpaquePointer

  /// Takes over a handle; nil stays nil.
  init?(adopting handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe osa_primitive_destroy(handle) }

  /// The layout that an argument must have, or nil if the computation has no such argument.
  func layout(of argument: osa_argument) -> Layout? {
    unsafe Layout(of: handle, argument: argument)
  }

  /// Lets an argument use the memory from an offset on; the memory must outlive the primitive.
  func bind(_ argument: osa_argument, to memory: Memory, at offset: Int) {
    guard let layout = layout(of: argument) else {
      preconditionFailure("the computation has no such argument")
    }
    precondition(
      offset >= 0 && offset + layout.byteCount <= memory.byteCount,
      "an argument lies outside its memory")
    let isBound = unsafe osa_primitive_bind(handle, argument, memory.base + offset)
    precondition(isBound, "oneDNN refused memory for an argument")
  }
}
