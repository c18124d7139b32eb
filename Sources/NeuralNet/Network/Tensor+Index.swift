/// How far apart neighbours along each axis lie in a row-major tensor.
func rowMajorStrides(of shape: [Int]) -> [Int] {
  var strides = [Int](repeating: 1, count: shape.count)
  for axis in stride(from: shape.count - 2, through: 0, by: -1) {
    strides[axis] = strides[axis + 1] * shape[axis + 1]
  }
  return strides
}

/// Calls `body` with every index of a tensor in row-major order.
func forEachIndex(of shape: [Int], _ body: ([Int]) -> Void) {
  guard !shape.contains(0) else { return }
  var index = [Int](repeating: 0, count: shape.count)
  while true {
    body(index)
    var axis = shape.count - 1
    while axis >= 0 {
      index[axis] += 1
      if index[axis] < shape[axis] { break }
      index[axis] = 0
      axis -= 1
    }
    if axis < 0 { return }
  }
}

extension Tensor {
  /// The number at an index.
  subscript(index: [Int]) -> Float {
    get { scalars[offset(of: index)] }
    set { scalars[offset(of: index)] = newValue }
  }

  private func offset(of index: [Int]) -> Int {
    precondition(index.count == shape.count, "an index of another rank")
    var offset = 0
    for axis in index.indices {
      precondition(index[axis] >= 0 && index[axis] < shape[axis], "an index outside the tensor")
      offset = offset * shape[axis] + index[axis]
    }
    return offset
  }

  /// The number at an index of a larger shape, with axes aligned from the last and broadcast.
  func broadcast(at index: [Int]) -> Float {
    var own = [Int](repeating: 0, count: shape.count)
    for axis in shape.indices where shape[axis] > 1 {
      own[axis] = index[index.count - shape.count + axis]
    }
    return self[own]
  }

  /// A tensor of a shape, number by number.
  static func make(_ shape: [Int], _ number: ([Int]) -> Float) -> Tensor {
    var result = Tensor(shape: shape, repeating: 0)
    var position = 0
    forEachIndex(of: shape) {
      result.scalars[position] = number($0)
      position += 1
    }
    return result
  }
}

extension Weights {
  /// The weights as a tensor.
  var tensor: Tensor { Tensor(shape: shape, scalars: scalars.array) }
}

/// The shape that operands take together when axes of length 1 are stretched, or nil.
func broadcastShape(_ shapes: [[Int]]) -> [Int]? {
  let rank = shapes.map(\.count).max() ?? 0
  var result = [Int](repeating: 1, count: rank)
  for shape in shapes {
    for (axis, length) in shape.enumerated() where length != 1 {
      let position = rank - shape.count + axis
      guard result[position] == 1 || result[position] == length else { return nil }
      result[position] = length
    }
  }
  return result
}

/// Strides of an operand inside a broadcast shape: 0 along stretched axes.
func broadcastStrides(of shape: [Int], in result: [Int]) -> [Int] {
  let own = rowMajorStrides(of: shape)
  var strides = [Int](repeating: 0, count: result.count)
  for axis in shape.indices where shape[axis] != 1 {
    strides[result.count - shape.count + axis] = own[axis]
  }
  return strides
}
