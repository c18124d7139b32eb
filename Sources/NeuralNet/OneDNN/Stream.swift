private import COneDNN

/// Runs primitives one after the other on the calling thread.
@safe final class Stream {
  private let handle: OpaquePointer

  /// Creates a stream, or returns nil if oneDNN cannot start.
  init?() {
    guard let handle = unsafe osa_stream_create() else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe osa_stream_destroy(handle) }

  /// Runs bound primitives in order.
  func run(_ primitives: PrimitiveSequence) {
    let succeeded = unsafe primitives.handles.withUnsafeBufferPointer {
      unsafe osa_stream_run(handle, $0.baseAddress, $0.count)
    }
    precondition(succeeded, "oneDNN failed to run a computation that it had accepted")
  }
}

/// Primitives that run without a break.
@safe struct PrimitiveSequence {
  fileprivate private(set) var handles: [OpaquePointer?] = unsafe []
  /// Keeps the handles alive.
  private var primitives: [Primitive] = []

  init() {}

  /// A single primitive.
  init(_ primitive: Primitive) { append(primitive) }

  var count: Int { primitives.count }
  var isEmpty: Bool { primitives.isEmpty }

  mutating func append(_ primitive: Primitive) {
    unsafe handles.append(primitive.handle)
    primitives.append(primitive)
  }
}
