internal import NeuralNet

/// Weights that a file holds compressed, and that are unpacked when it is read.
extension OperationReader {
  /// Whether operations of a type unpack weights.
  static func unpacksWeights(_ type: String) -> Bool { type.hasPrefix("constexpr_") }

  /// Whether this operation unpacks weights.
  var unpacksWeights: Bool { Self.unpacksWeights(type) }

  /// `(data - zero point) * scale`, with one zero point and scale for all or one along an axis.
  func affineDequantize() throws(ModelFileError) -> [ProgramValue] {
    let data = try required("quantized_data")
    let scales = try required("scale").floats ?? []
    let zeros = try constant("zero_point")?.floats ?? [0]
    let axis = try integer("axis", default: 0)
    let rank = data.shape.count
    guard axis >= -rank, axis < rank, let numbers = data.floats else {
      throw invalid(found: "axis \(axis)", expected: "an axis of shape \(data.shape)")
    }
    let place = axis < 0 ? axis + rank : axis
    let channels = data.shape[place]
    guard [1, channels].contains(scales.count), [1, channels].contains(zeros.count) else {
      throw invalid(
        found: "\(scales.count) scales and \(zeros.count) zero points",
        expected: "1 or \(channels) of each")
    }
    let run = data.shape[(place + 1)...].reduce(1, *)
    return try made(data.shape) { index in
      let channel = index / run % channels
      return (numbers[index] - zeros[zeros.count == 1 ? 0 : channel])
        * scales[scales.count == 1 ? 0 : channel]
    }
  }

  /// `(data - offset) * scale` with one offset and scale for each block.
  func blockwiseShiftScale() throws(ModelFileError) -> [ProgramValue] {
    let data = try required("data")
    let scale = try required("scale")
    let offsets = try constant("offset")
    guard scale.shape.count == data.shape.count, offsets.map({ $0.shape == scale.shape }) ?? true,
      zip(data.shape, scale.shape).allSatisfy({ $1 >= 1 && $0 % $1 == 0 }),
      let numbers = data.floats, let scales = scale.floats
    else {
      throw invalid(
        found: "scales of shape \(scale.shape) for data of shape \(data.shape)",
        expected: "a divisor of every length")
    }
    let shifts = offsets?.floats
    let block = BlockIndex(of: data.shape, in: scale.shape)
    return try made(data.shape) { index in
      let place = block.place(of: index)
      return (numbers[index] - (shifts?[place] ?? 0)) * scales[place]
    }
  }

  /// Indices into a table: packed bits and one table, or integers and one table a block.
  func lookUp() throws(ModelFileError) -> [ProgramValue] {
    let table = try required("lut")
    guard let entries = table.floats, !entries.isEmpty else {
      throw invalid(found: "a table of shape \(table.shape)", expected: "numbers")
    }
    let indices = try required("indices")
    guard let stored = indices.integers else {
      throw invalid(found: "indices of another type", expected: "integers")
    }
    if try constant("shape") != nil {
      let shape = try shape()
      let count = shape.reduce(1, *)
      let bits = entries.count.trailingZeroBitCount
      guard [2, 4, 16, 64, 256].contains(entries.count), stored.count == (count * bits + 7) / 8
      else {
        throw invalid(
          found: "\(stored.count) bytes of indices into \(entries.count) entries",
          expected: "2, 4, 16, 64 or 256 entries and bytes for \(count) indices")
      }
      let bytes = stored.map { UInt8(truncatingIfNeeded: $0) }
      let unpacked = BlobDecoding.packed(bytes.span, bitCount: bits, count: count)
      return try made(shape) { entries[unpacked[$0]] }
    }
    let rank = indices.shape.count
    guard table.shape.count == rank + 2, table.shape[rank + 1] == 1 else {
      throw unsupported(
        found: "a table of shape \(table.shape)", expected: "single numbers as entries")
    }
    let blocks = Array(table.shape.prefix(rank))
    let size = table.shape[rank]
    guard zip(indices.shape, blocks).allSatisfy({ $1 >= 1 && $0 % $1 == 0 }),
      stored.allSatisfy({ (0..<size).contains($0) })
    else {
      throw invalid(
        found: "tables of shape \(table.shape) for indices of shape \(indices.shape)",
        expected: "a divisor of every length, and indices below \(size)")
    }
    let block = BlockIndex(of: indices.shape, in: blocks)
    return try made(indices.shape) { entries[block.place(of: $0) * size + stored[$0]] }
  }

  /// Numbers where a mask has ones, and zeros elsewhere.
  func sparseToDense() throws(ModelFileError) -> [ProgramValue] {
    let mask = try required("mask")
    guard let numbers = try required("nonzero_data").floats, let stored = mask.integers else {
      throw invalid(found: "a mask of another type", expected: "bits")
    }
    let (shape, bits): ([Int], [Int])
    if try constant("shape") != nil {
      shape = try self.shape()
      let count = shape.reduce(1, *)
      guard stored.count == (count + 7) / 8 else {
        throw invalid(
          found: "\(stored.count) bytes of a mask", expected: "bits for \(count) numbers")
      }
      let bytes = stored.map { UInt8(truncatingIfNeeded: $0) }
      bits = BlobDecoding.packed(bytes.span, bitCount: 1, count: count)
    } else {
      (shape, bits) = (mask.shape, stored)
    }
    guard bits.reduce(0, { $0 + ($1 != 0 ? 1 : 0) }) == numbers.count else {
      throw invalid(
        found: "\(numbers.count) numbers", expected: "as many as the mask has ones")
    }
    var next = 0
    return try made(shape) { index in
      guard bits[index] != 0 else { return 0 }
      defer { next += 1 }
      return numbers[next]
    }
  }

  // MARK: Parts

  private func required(_ name: String) throws(ModelFileError) -> ProgramConstant {
    guard let constant = try constant(name) else {
      throw invalid(found: "no \(name)", expected: "one")
    }
    return constant
  }

  private func shape() throws(ModelFileError) -> [Int] {
    let shape = try integers("shape")
    guard shape.count <= maximumRank, shape.allSatisfy({ $0 >= 1 }), elementCount(of: shape) != nil
    else {
      throw invalid(
        found: "the shape \(shape)", expected: "at most \(maximumElementCount) numbers")
    }
    return shape
  }

  /// A constant made number by number, in row-major order.
  private func made(
    _ shape: [Int], _ number: (Int) -> Float
  ) throws(ModelFileError) -> [ProgramValue] {
    let count = shape.reduce(1, *)
    try builder.budget.countNumbers(count)
    let weights = try made(shape, WeightScalars((0..<count).map(number)))
    return [.constant(ProgramConstant(type: resultType, shape: shape, content: .numbers(weights)))]
  }
}

/// In which block of a coarser grid an element lies, both counted in row-major order.
private struct BlockIndex {
  /// Along each axis: the elements of the whole after it, its length, the elements of a block
  /// along it, and the blocks after it.
  private let axes: [(inner: Int, length: Int, block: Int, stride: Int)]

  init(of shape: [Int], in blocks: [Int]) {
    var axes: [(inner: Int, length: Int, block: Int, stride: Int)] = []
    var (inner, stride) = (1, 1)
    for axis in shape.indices.reversed() {
      axes.append((inner, shape[axis], shape[axis] / blocks[axis], stride))
      inner *= shape[axis]
      stride *= blocks[axis]
    }
    self.axes = axes
  }

  func place(of index: Int) -> Int {
    axes.reduce(0) { $0 + index / $1.inner % $1.length / $1.block * $1.stride }
  }
}
