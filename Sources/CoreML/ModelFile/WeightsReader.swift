internal import NeuralNet

/// Reads the weights of a layer, plain or quantised, into single precision.
struct WeightsReader {
  /// The name of the weights in errors.
  private let name: StaticString
  private let message: Message

  /// Finds the weights in the field of a layer's parameters.
  init(_ name: StaticString, of layer: Message) throws(ModelFileError) {
    self.name = name
    message = try layer.required(name)
  }

  /// The weights of a shape.
  ///
  /// - Parameter channelAxis: the axis along which quantisation parameters change.
  func weights(shape: [Int], channelAxis: Int = 0) throws(ModelFileError) -> Weights {
    guard let count = elementCount(of: shape) else {
      throw failure(
        found: "the shape \(shape)", expected: "at most \(maximumElementCount) numbers")
    }
    let offset = message.integer("compiled_offset")
    if offset != 0 { return try compiled(at: offset, shape: shape, count: count) }
    let scalars =
      switch try payload(holding: count) {
      case .floats: message.floats("float_value")
      case .halves: halves()
      case .quantized(let quantization):
        try dequantized(quantization, shape: shape, count: count, channelAxis: channelAxis)
      case .signedBytes(let quantization):
        try signedBytes(quantization)
      }
    let weights = try checked(scalars, shape: shape)
    if count >= WeightRecorder.smallest { message.recordWeights(weights) }
    return weights
  }

  /// Weights that lie in the weight file of a compiled model, where they were checked.
  private func compiled(
    at offset: Int, shape: [Int], count: Int
  ) throws(ModelFileError) -> Weights {
    guard let blobs = message.blobs, blobs.isCompiled else {
      throw failure(
        found: "numbers in another file",
        expected: "numbers in this file, which is no part of a compiled model")
    }
    let file = try blobs.folder.file(ModelBlobs.compiledPath)
    let record = try file.record(at: offset)
    guard record.element == .float32, record.bytes.count == 4 * count else {
      throw failure(
        found: "\(record.bytes.count) bytes in \(ModelBlobs.compiledName)",
        expected: "\(4 * count) bytes of single-precision numbers")
    }
    do throws(NetworkError) {
      let weights = try Weights(shape: shape, scalars: file.floats(of: record))
      message.recordWeights(weights)
      return weights
    } catch {
      throw failure(found: error.found, expected: error.expected)
    }
  }

  /// Plain weights of whatever count the file has.
  func vector() throws(ModelFileError) -> Weights {
    let scalars = message.floats("float_value")
    if !scalars.isEmpty { return try checked(scalars, shape: [scalars.count]) }
    let halves = halves()
    guard !halves.isEmpty else {
      throw failure(found: "no numbers", expected: "a list in single or half precision")
    }
    return try checked(halves, shape: [halves.count])
  }

  private enum Payload {
    case floats
    case halves
    case quantized(Message)
    case signedBytes(Message)
  }

  /// The payload that is filled, after a check that it holds so many numbers.
  private func payload(holding count: Int) throws(ModelFileError) -> Payload {
    let floatCount = message.withFloats("float_value") { $0.count }
    if floatCount > 0 {
      try check(floatCount, is: count)
      return .floats
    }
    let halfBytes = message.withBytes("float16_value") { $0.count }
    if halfBytes > 0 {
      guard halfBytes % 2 == 0 else {
        throw failure(found: "\(halfBytes) bytes of half precision", expected: "an even number")
      }
      try check(halfBytes / 2, is: count)
      return .halves
    }
    if let quantization = message.message("quantization") {
      let signedCount = message.withBytes("int8_raw_value") { $0.count }
      if signedCount > 0 {
        try check(signedCount, is: count)
        return .signedBytes(quantization)
      }
      let bits = try quantization.size("number_of_bits", in: 1...8)
      let byteCount = message.withBytes("raw_value") { $0.count }
      guard byteCount == (count * bits + 7) / 8 else {
        throw failure(
          found: "\(byteCount) bytes of \(bits)-bit integers",
          expected: "\((count * bits + 7) / 8) bytes for \(count) numbers")
      }
      return .quantized(quantization)
    }
    throw failure(found: "no numbers", expected: "\(count)")
  }

  private func halves() -> [Float] {
    message.withBytes("float16_value") { HalfPrecision.floats($0) }
  }

  private func dequantized(
    _ quantization: Message, shape: [Int], count: Int, channelAxis: Int
  ) throws(ModelFileError) -> [Float] {
    let bits = quantization.integer("number_of_bits")
    let integers = message.withBytes("raw_value") { bytes in
      unpackMostSignificantFirst(bytes, bits: bits, count: count)
    }
    if let table = quantization.message("lookup_table_quantization")?.floats("float_value") {
      guard table.count == 1 << bits else {
        throw failure(
          found: "a lookup table of \(table.count) numbers",
          expected: "\(1 << bits) for \(bits)-bit integers")
      }
      return integers.map { table[Int($0)] }
    }
    let linear = try quantization.required("linear_quantization")
    let channelCount = shape.isEmpty ? 1 : shape[channelAxis]
    let scales = try channelValues(linear.floats("scale"), count: channelCount, absent: nil)
    let biases = try channelValues(linear.floats("bias"), count: channelCount, absent: 0)
    // Numbers of one channel lie together in runs of this length.
    let runLength = shape.dropFirst(channelAxis + 1).reduce(1, *)
    var scalars = [Float](repeating: 0, count: count)
    for start in stride(from: 0, to: count, by: runLength) {
      let channel = start / runLength % channelCount
      let (scale, bias) = (scales[channel], biases[channel])
      for index in start..<start + runLength {
        scalars[index] = Float(integers[index]) * scale + bias
      }
    }
    return scalars
  }

  /// One number for each channel, from one for each, one for all, or an absent list.
  private func channelValues(
    _ values: [Float], count: Int, absent: Float?
  ) throws(ModelFileError) -> [Float] {
    if values.count == count { return values }
    if values.count == 1 { return Array(repeating: values[0], count: count) }
    if values.isEmpty, let absent { return Array(repeating: absent, count: count) }
    throw failure(
      found: "\(values.count) quantisation parameters", expected: "1 or \(count), one a channel")
  }

  private func signedBytes(_ quantization: Message) throws(ModelFileError) -> [Float] {
    let scales = try quantization.required("linear_quantization").floats("scale")
    guard scales.count == 1 else {
      throw failure(found: "\(scales.count) scales of signed bytes", expected: "1")
    }
    return message.withBytes("int8_raw_value") { bytes in
      bytes.indices.map { Float(Int8(bitPattern: bytes[$0])) * scales[0] }
    }
  }

  private func checked(_ scalars: [Float], shape: [Int]) throws(ModelFileError) -> Weights {
    guard isFinite(scalars) else {
      throw failure(found: "numbers that are not finite", expected: "finite numbers")
    }
    do throws(NetworkError) {
      return try Weights(shape: shape, scalars: scalars)
    } catch {
      throw failure(found: error.found, expected: error.expected)
    }
  }

  private func check(_ found: Int, is expected: Int) throws(ModelFileError) {
    guard found == expected else {
      throw failure(found: "\(found) numbers", expected: "\(expected)")
    }
  }

  private func failure(found: String, expected: String) -> ModelFileError {
    ModelFileError(.invalid, at: "\(name)", found: found, expected: expected)
  }
}

/// Whether no number is infinite or not a number.
func isFinite(_ numbers: [Float]) -> Bool { isFinite(numbers.span) }

/// Whether no number is infinite or not a number.
func isFinite(_ numbers: Span<Float>) -> Bool {
  // The largest magnitude, as bits: infinity and what is no number come after all others.
  var largest: UInt32 = 0
  for index in numbers.indices { largest = max(largest, numbers[index].magnitude.bitPattern) }
  return largest < Float.infinity.bitPattern
}

/// Whether no number is infinite or not a number.
func isFinite(_ numbers: [Double]) -> Bool {
  numbers.reduce(0) { $0 + $1 * 0 } == 0
}

/// Unsigned integers of up to 8 bits from a stream that starts at the most significant bit.
private func unpackMostSignificantFirst(
  _ bytes: Span<UInt8>, bits: Int, count: Int
) -> [UInt8] {
  var integers = [UInt8](repeating: 0, count: count)
  var window: UInt32 = 0
  var available = 0
  var next = 0
  let mask = UInt32(1) << UInt32(bits) - 1
  for index in 0..<count {
    if available < bits {
      window = window << 8 | UInt32(bytes[next])
      next += 1
      available += 8
    }
    available -= bits
    integers[index] = UInt8(window >> UInt32(available) & mask)
  }
  return integers
}
