private import CCoreMLSpec

/// The contents of a model file, unpacked; every `Message` inside keeps it alive.
@safe final class ModelMessage {
  /// The limits that no honest model comes near; see `coreml_spec_check_model`.
  private static let nestingLimit = 64
  private static let sizeLimit = 1 << 31
  private static let memoryBase = 256 << 20

  private let model: UnsafeMutablePointer<CoremlSpec__Model>

  /// Unpacks the bytes of a file, or throws if they are no model or cost too much to unpack.
  init(_ bytes: Span<UInt8>) throws(ModelFileError) {
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

  /// The outermost message of the file.
  var root: Message {
    unsafe Message(model, in: self)
  }
}
