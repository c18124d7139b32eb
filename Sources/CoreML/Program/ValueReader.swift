internal import NeuralNet

/// Reads the values that an ML Program holds: in the file itself, or in a weight file beside it.
struct ValueReader {
  let blobs: BlobFolder?

  /// The type and shape that a message declares; an axis that is not known reads as nil.
  static func declared(
    _ type: Message
  ) throws(ModelFileError) -> (type: ElementType, shape: [Int?]) {
    guard let tensor = type.message("tensor_type") else {
      throw ModelFileError(
        .unsupported,
        found: "a value of the type \(type.alternative(to: "tensor_type")?.name ?? "none")",
        expected: "a tensor")
    }
    let code = tensor.integer("data_type")
    guard let element = ElementType(rawValue: code) else {
      throw ModelFileError(
        .unsupported, found: "elements of the type \(code)", expected: "a known type")
    }
    let dimensions = tensor.messages("dimensions")
    guard dimensions.count <= maximumRank else {
      throw ModelFileError(
        .unsupported, found: "\(dimensions.count) axes", expected: "at most \(maximumRank)")
    }
    return (element, dimensions.map { $0.message("constant")?.integer("size") })
  }

  /// The value in a message.
  func constant(_ value: Message) throws(ModelFileError) -> ProgramConstant {
    let type = try value.required("type")
    if let list = type.message("list_type") { return try self.list(value, list) }
    let (element, declaredShape) = try Self.declared(type)
    let shape = declaredShape.compactMap { $0 }
    // Beside a length of zero any other would pass, and overflow where lengths are added.
    guard shape.count == declaredShape.count, let count = elementCount(of: shape),
      elementCount(of: shape.map { max($0, 1) }) != nil
    else {
      throw ModelFileError(
        .invalid, found: "a constant of shape \(declaredShape.map { $0 ?? -1 })",
        expected: "known lengths, and at most \(maximumElementCount) numbers")
    }
    if let reference = value.message("blob_file_value") {
      return try blob(reference, of: value, element, shape, count)
    }
    guard let tensor = value.message("immediate_value")?.message("tensor") else {
      throw ModelFileError(.invalid, found: "a constant without a value", expected: "a tensor")
    }
    return try immediate(tensor, element, shape, count)
  }

  private func immediate(
    _ tensor: Message, _ type: ElementType, _ shape: [Int], _ count: Int
  ) throws(ModelFileError) -> ProgramConstant {
    func checked<Element>(_ elements: [Element]) throws(ModelFileError) -> [Element] {
      guard elements.count == count else {
        throw ModelFileError(
          .invalid, found: "\(elements.count) elements",
          expected: "\(count), as many as the shape \(shape) holds")
      }
      return elements
    }
    func integers(_ integers: [Int]) throws(ModelFileError) -> ProgramConstant {
      let integers = try checked(integers)
      guard type.kind == .float else {
        return ProgramConstant(type: type, shape: shape, content: .integers(integers))
      }
      return try numbers(integers.map { Float($0) }, type, shape)
    }
    func floats(_ floats: [Float]) throws(ModelFileError) -> ProgramConstant {
      guard type.kind == .float else {
        return try integers(try checked(floats).map { Int(clampingFloat: $0) })
      }
      return try numbers(try checked(floats), type, shape)
    }
    switch tensor.alternative(to: "floats")?.name {
    case "floats": return try floats(tensor.message("floats")!.floats("values"))
    case "doubles":
      return try floats(tensor.message("doubles")!.doubles("values").map { Float($0) })
    case "ints": return try integers(tensor.message("ints")!.integers("values"))
    case "long_ints": return try integers(tensor.message("long_ints")!.integers("values"))
    case "bools": return try integers(tensor.message("bools")!.integers("values"))
    case "strings":
      return ProgramConstant(
        type: .text, shape: shape,
        content: .texts(try checked(tensor.message("strings")!.texts("values"))))
    case "bytes":
      return try tensor.message("bytes")!.withBytes("values") {
        bytes throws(ModelFileError) in try packed(bytes, type, shape, count)
      }
    default:
      // An empty list is left out of the file.
      if count == 0 { return try integers([]) }
      throw ModelFileError(.invalid, found: "no elements", expected: "\(count)")
    }
  }

  private func packed(
    _ bytes: Span<UInt8>, _ type: ElementType, _ shape: [Int], _ count: Int
  ) throws(ModelFileError) -> ProgramConstant {
    guard let element = type.blobElement, bytes.count == element.byteCount(of: count) else {
      throw ModelFileError(
        .invalid, found: "\(bytes.count) bytes", expected: "what \(count) elements take")
    }
    if type.kind == .float {
      return try numbers(BlobDecoding.floats(bytes, element, count: count), type, shape)
    }
    return ProgramConstant(
      type: type, shape: shape,
      content: .integers(BlobDecoding.integers(bytes, element, count: count)))
  }

  private func blob(
    _ reference: Message, of value: Message, _ type: ElementType, _ shape: [Int], _ count: Int
  ) throws(ModelFileError) -> ProgramConstant {
    let path = reference.text("file_name")
    guard let blobs else {
      throw ModelFileError(
        .unsupported, found: "weights in the file '\(path)'",
        expected: "the .mlpackage or folder in which that file lies beside the model")
    }
    let file = try blobs.file(path)
    do throws(ModelFileError) {
      let record = try file.record(at: reference.integer("offset"))
      guard record.bytes.count == record.element.byteCount(of: count) else {
        throw ModelFileError(
          .invalid, found: "\(record.bytes.count) bytes",
          expected: "\(record.element.byteCount(of: count)) for the shape \(shape)")
      }
      if type.kind == .float, count > 0 {
        let scalars =
          record.element == .float32
          ? file.floats(of: record)
          : file.withBytes(of: record) {
            WeightScalars(BlobDecoding.floats($0, record.element, count: count))
          }
        let constant = try numbers(scalars, type, shape)
        if let weights = constant.weights { value.recordWeights(weights) }
        return constant
      }
      value.record(record, in: file)
      let integers = file.withBytes(of: record) {
        BlobDecoding.integers($0, record.element, count: count)
      }
      return ProgramConstant(type: type, shape: shape, content: .integers(integers))
    } catch {
      throw error.within(path)
    }
  }

  private func numbers(
    _ floats: [Float], _ type: ElementType, _ shape: [Int]
  ) throws(ModelFileError) -> ProgramConstant {
    if floats.isEmpty {
      return ProgramConstant(type: type, shape: shape, content: .integers([]))
    }
    return try numbers(WeightScalars(floats), type, shape)
  }

  private func numbers(
    _ scalars: WeightScalars, _ type: ElementType, _ shape: [Int]
  ) throws(ModelFileError) -> ProgramConstant {
    do throws(NetworkError) {
      let weights = try Weights(shape: shape, scalars: scalars)
      return ProgramConstant(type: type, shape: shape, content: .numbers(weights))
    } catch {
      throw ModelFileError(.invalid, found: error.found, expected: error.expected)
    }
  }

  /// A list of texts or integers, as a vector.
  private func list(_ value: Message, _ type: Message) throws(ModelFileError) -> ProgramConstant {
    let element = try Self.declared(try type.required("type")).type
    let items = value.message("immediate_value")?.message("list")?.messages("values") ?? []
    var texts: [String] = []
    var integers: [Int] = []
    for item in items {
      let itemType = try item.required("type")
      guard itemType.message("list_type") == nil,
        try Self.declared(itemType).shape.allSatisfy({ $0 == 1 })
      else {
        throw ModelFileError(
          .unsupported, found: "a list of lists or arrays", expected: "a list of elements")
      }
      let constant = try constant(item)
      texts += constant.texts ?? []
      integers += constant.integers ?? []
    }
    let isText = element == .text
    guard isText || element.kind == .integer,
      (isText ? texts : integers.map(\.description)).count == items.count
    else {
      throw ModelFileError(
        .unsupported, found: "a list of other elements", expected: "texts or integers")
    }
    return ProgramConstant(
      type: element, shape: [items.count],
      content: isText ? .texts(texts) : .integers(integers))
  }
}
