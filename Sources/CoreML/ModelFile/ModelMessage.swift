internal import CCoreMLSpec

/// The contents of a model file, unpacked; every `Message` inside keeps it alive.
// @unchecked: only read once it is unpacked, but for models that are compiled; see `Message`.
@safe final class ModelMessage: @unchecked Sendable {
  /// The limits that no honest model comes near; see `coreml_spec_check_model`.
  private static let nestingLimit = 64
  private static let sizeLimit = 1 << 31
  private static let memoryBase = 256 << 20

  private let model: UnsafeMutablePointer<CoremlSpec__Model>
  /// What lies beside the file.
  let blobs: ModelBlobs?

  /// Unpacks the bytes of a file, or throws if they are no model or cost too much to unpack.
  init(_ bytes: Span<UInt8>, blobs: ModelBlobs? = nil) throws(ModelFileError) {
    self.blobs = blobs
    guard !bytes.isEmpty else {
      throw ModelFileError(.unreadable, found: "an empty file", expected: "a Core ML model")
    }
    guard bytes.count < Self.sizeLimit else {
      throw ModelFileError(
        .unreadable, found: "\(bytes.count) bytes", expected: "less than \(Self.sizeLimit)")
    }
    let memoryLimit = Self.memoryBase + 8 * bytes.count
    let (verdict, unpacked) = unsafe bytes.withUnsafeBufferPointer { buffer in
      let verdict = unsafe coreml_spec_check_model(
        buffer.baseAddress, buffer.count, Self.nestingLimit, memoryLimit)
      guard verdict == COREML_SPEC_FINE else {
        return unsafe (verdict, nil as UnsafeMutablePointer<CoremlSpec__Model>?)
      }
      return unsafe (
        verdict, coreml_spec__model__unpack(nil, buffer.count, buffer.baseAddress)
      )
    }
    if verdict == COREML_SPEC_TOO_DEEP {
      throw ModelFileError(
        .unreadable, found: "parts nested more than \(Self.nestingLimit) deep",
        expected: "a Core ML model")
    }
    if verdict == COREML_SPEC_TOO_LARGE {
      throw ModelFileError(
        .unreadable, found: "contents that need more than \(memoryLimit) bytes of memory",
        expected: "a Core ML model")
    }
    guard let unpacked = unsafe unpacked else {
      throw ModelFileError(
        .unreadable, found: "broken or cut off contents", expected: "a whole Core ML model file")
    }
    unsafe model = unpacked
  }

  deinit {
    unsafe coreml_spec__model__free_unpacked(model, nil)
  }

  /// The bytes of the message as it is now.
  var packed: [UInt8] {
    let count = unsafe coreml_spec__model__get_packed_size(model)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress { filled = unsafe coreml_spec__model__pack(model, start) }
    }
  }

  /// Lets `body` read the message as C does.
  @unsafe func withModel<Result>(
    _ body: (UnsafePointer<CoremlSpec__Model>) throws -> Result
  ) rethrows -> Result {
    unsafe try body(UnsafePointer(model))
  }

  /// The outermost message of the file.
  var root: Message {
    unsafe Message(model, in: self)
  }
}
