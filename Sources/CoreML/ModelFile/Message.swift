private import CCoreMLSpec

/// One message of a model file, read by the names of its fields.
///
/// The names are those of `CCoreMLSpec/Proto`. A name that is not in the message's type, or of
/// another kind than asked for, is a mistake in this package and traps. Fields that the file leaves
/// out read as zero, false, empty or nil.
// @unchecked: messages are only read; those of a model that is compiled change before others see it.
@safe struct Message: @unchecked Sendable {
  /// Tells messages of one file apart.
  struct Identity: Hashable, Sendable {
    fileprivate let address: UInt
  }

  private let storage: ModelMessage
  private let pointer: UnsafeRawPointer

  /// Wraps a message that `storage` owns.
  init(_ pointer: UnsafeRawPointer, in storage: ModelMessage) {
    self.storage = storage
    unsafe self.pointer = pointer
  }

  var identity: Identity { Identity(address: unsafe UInt(bitPattern: pointer)) }

  /// The type of the message, as the format's text calls it.
  var typeName: String { unsafe String(cString: descriptor.pointee.short_name) }

  /// What lies beside the file of the message; nil if it came without a place.
  var blobs: ModelBlobs? { storage.blobs }

  /// The bytes that the message takes in a file.
  var packedByteCount: Int {
    let base = unsafe pointer.assumingMemoryBound(to: ProtobufCMessage.self)
    return unsafe protobuf_c_message_get_packed_size(base)
  }

  /// Lets `body` change the message, whose type it knows.
  @unsafe func change<Content, Result>(
    as type: Content.Type, _ body: (UnsafeMutablePointer<Content>) -> Result
  ) -> Result {
    unsafe body(UnsafeMutableRawPointer(mutating: pointer).assumingMemoryBound(to: type))
  }

  // MARK: Single values

  /// An integer, enumeration or truth value; one too large for `Int` reads as the nearest.
  func integer(_ name: StaticString) -> Int {
    guard let value = unsafe value(name, isRepeated: false) else { return 0 }
    return unsafe Self.integer(at: value.address, of: value.field.type)
  }

  /// A truth value.
  func flag(_ name: StaticString) -> Bool {
    integer(name) != 0
  }

  /// A single-precision number.
  func float(_ name: StaticString) -> Float {
    guard let value = unsafe value(name, isRepeated: false) else { return 0 }
    unsafe check(value.field, is: PROTOBUF_C_TYPE_FLOAT)
    return unsafe value.address.load(as: Float.self)
  }

  /// A double-precision number.
  func double(_ name: StaticString) -> Double {
    guard let value = unsafe value(name, isRepeated: false) else { return 0 }
    unsafe check(value.field, is: PROTOBUF_C_TYPE_DOUBLE)
    return unsafe value.address.load(as: Double.self)
  }

  /// A text; bytes that are not UTF-8 are replaced.
  func text(_ name: StaticString) -> String {
    guard let value = unsafe value(name, isRepeated: false) else { return "" }
    unsafe check(value.field, is: PROTOBUF_C_TYPE_STRING)
    guard let characters = unsafe value.address.load(as: UnsafePointer<CChar>?.self) else {
      return ""
    }
    return unsafe String(cString: characters)
  }

  /// Lets `body` read a field of bytes.
  func withBytes<Result, Failure>(
    _ name: StaticString, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let value = unsafe value(name, isRepeated: false) else {
      return try body(Span())
    }
    unsafe check(value.field, is: PROTOBUF_C_TYPE_BYTES)
    let bytes = unsafe value.address.load(as: ProtobufCBinaryData.self)
    let buffer = unsafe UnsafeBufferPointer(start: bytes.data, count: bytes.len)
    return unsafe try body(buffer.span)
  }

  /// A message inside this one, or nil if it is absent or another of its alternatives is present.
  func message(_ name: StaticString) -> Message? {
    guard let value = unsafe value(name, isRepeated: false) else { return nil }
    unsafe check(value.field, is: PROTOBUF_C_TYPE_MESSAGE)
    return unsafe value.address.load(as: UnsafeRawPointer?.self).map {
      unsafe Message($0, in: storage)
    }
  }

  // MARK: Lists

  /// A list of integers or truth values.
  func integers(_ name: StaticString) -> [Int] {
    let list = unsafe list(name)
    let stride = unsafe Self.size(of: list.field.type)
    return unsafe (0..<list.count).map { index in
      unsafe Self.integer(at: list.start! + index * stride, of: list.field.type)
    }
  }

  /// Lets `body` read a list of single-precision numbers.
  func withFloats<Result, Failure>(
    _ name: StaticString, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let list = unsafe list(name)
    unsafe check(list.field, is: PROTOBUF_C_TYPE_FLOAT)
    let buffer = unsafe UnsafeBufferPointer(
      start: list.start?.assumingMemoryBound(to: Float.self), count: list.count)
    return unsafe try body(buffer.span)
  }

  /// A list of single-precision numbers.
  func floats(_ name: StaticString) -> [Float] {
    withFloats(name) { numbers in
      unsafe numbers.withUnsafeBufferPointer { unsafe Array($0) }
    }
  }

  /// A list of double-precision numbers.
  func doubles(_ name: StaticString) -> [Double] {
    let list = unsafe list(name)
    unsafe check(list.field, is: PROTOBUF_C_TYPE_DOUBLE)
    return unsafe Array(
      UnsafeBufferPointer(
        start: list.start?.assumingMemoryBound(to: Double.self), count: list.count))
  }

  /// A list of texts.
  func texts(_ name: StaticString) -> [String] {
    let list = unsafe list(name)
    unsafe check(list.field, is: PROTOBUF_C_TYPE_STRING)
    return unsafe (0..<list.count).map { index in
      unsafe String(
        cString: list.start!.load(
          fromByteOffset: index * MemoryLayout<UnsafePointer<CChar>>.stride,
          as: UnsafePointer<CChar>.self))
    }
  }

  /// A list of messages.
  func messages(_ name: StaticString) -> [Message] {
    let list = unsafe list(name)
    unsafe check(list.field, is: PROTOBUF_C_TYPE_MESSAGE)
    return unsafe (0..<list.count).map { index in
      unsafe Message(
        list.start!.load(
          fromByteOffset: index * MemoryLayout<UnsafeRawPointer>.stride,
          as: UnsafeRawPointer.self), in: storage)
    }
  }

  // MARK: Alternatives

  /// The present one of the alternatives to which `name` belongs, by its own name and number.
  func alternative(to name: StaticString) -> (name: String, number: Int)? {
    let field = unsafe field(name)
    let present = unsafe Int(loadChoice(field))
    guard present != 0 else { return nil }
    let fields = unsafe descriptor.pointee.fields!
    for index in 0..<Int(unsafe descriptor.pointee.n_fields)
    where unsafe Int(fields[index].id) == present {
      return (unsafe String(cString: fields[index].name), present)
    }
    return nil
  }

  /// The message that is the present alternative, by a name that `alternative(to:)` gave.
  func message(named name: String) -> Message? {
    guard
      let field = unsafe protobuf_c_message_descriptor_get_field_by_name(descriptor, name),
      unsafe field.pointee.type == PROTOBUF_C_TYPE_MESSAGE
    else { return nil }
    return unsafe (pointer + Int(field.pointee.offset)).load(as: UnsafeRawPointer?.self).map {
      unsafe Message($0, in: storage)
    }
  }

  /// The numbers of the fields that the format's text does not know.
  var unknownFields: [Int] {
    let base = unsafe pointer.assumingMemoryBound(to: ProtobufCMessage.self)
    return unsafe (0..<Int(base.pointee.n_unknown_fields)).map {
      unsafe Int(base.pointee.unknown_fields[$0].tag)
    }
  }
}

// MARK: - The memory layout of protobuf-c

extension Message {
  private var descriptor: UnsafePointer<ProtobufCMessageDescriptor> {
    unsafe pointer.assumingMemoryBound(to: ProtobufCMessage.self).pointee.descriptor
  }

  private func field(_ name: StaticString) -> ProtobufCFieldDescriptor {
    guard
      let field = name.withUTF8Buffer({ characters in
        unsafe characters.withMemoryRebound(to: CChar.self) {
          unsafe protobuf_c_message_descriptor_get_field_by_name(descriptor, $0.baseAddress)
        }
      })
    else {
      preconditionFailure(
        "\(unsafe String(cString: descriptor.pointee.name)) has no field \(name)")
    }
    return unsafe field.pointee
  }

  private func value(
    _ name: StaticString, isRepeated: Bool
  ) -> (field: ProtobufCFieldDescriptor, address: UnsafeRawPointer)? {
    let field = unsafe field(name)
    let isList = unsafe field.label == PROTOBUF_C_LABEL_REPEATED
    precondition(isList == isRepeated, "\(name) is \(isList ? "" : "not ")a list")
    let isAlternative = unsafe field.flags & UInt32(PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue) != 0
    if isAlternative, unsafe loadChoice(field) != field.id { return nil }
    return unsafe (field, pointer + Int(field.offset))
  }

  private func list(
    _ name: StaticString
  ) -> (field: ProtobufCFieldDescriptor, start: UnsafeRawPointer?, count: Int) {
    let value = unsafe value(name, isRepeated: true)!
    let count = unsafe (pointer + Int(value.field.quantifier_offset)).load(as: Int.self)
    return unsafe (value.field, value.address.load(as: UnsafeRawPointer?.self), count)
  }

  private func loadChoice(_ field: ProtobufCFieldDescriptor) -> UInt32 {
    unsafe (pointer + Int(field.quantifier_offset)).load(as: UInt32.self)
  }

  private func check(_ field: ProtobufCFieldDescriptor, is type: ProtobufCType) {
    precondition(
      unsafe field.type == type, "\(unsafe String(cString: field.name)) is of another type")
  }

  private static func size(of type: ProtobufCType) -> Int {
    switch type {
    case PROTOBUF_C_TYPE_INT64, PROTOBUF_C_TYPE_UINT64: 8
    default: 4
    }
  }

  private static func integer(at address: UnsafeRawPointer, of type: ProtobufCType) -> Int {
    switch type {
    case PROTOBUF_C_TYPE_INT64: Int(unsafe address.load(as: Int64.self))
    case PROTOBUF_C_TYPE_UINT64: Int(clamping: unsafe address.load(as: UInt64.self))
    case PROTOBUF_C_TYPE_UINT32: Int(unsafe address.load(as: UInt32.self))
    case PROTOBUF_C_TYPE_INT32, PROTOBUF_C_TYPE_ENUM, PROTOBUF_C_TYPE_BOOL:
      Int(unsafe address.load(as: Int32.self))
    default: preconditionFailure("the field is no integer")
    }
  }
}
