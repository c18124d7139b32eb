/// The largest kernel, stride, dilation, padding or repeat count of a layer.
let maximumParameter = 1 << 20

extension LayerOperation {
  /// An error of this operation; the network adds the layer's name.
  func fault(found: String, expected: String) -> NetworkError {
    NetworkError(
      layer: "", operation: Self.operationName, found: found, expected: expected)
  }

  func requireCount(_ inputs: [[Int]], _ count: Int) throws(NetworkError) {
    guard inputs.count == count else {
      throw fault(found: "\(inputs.count) inputs", expected: "\(count)")
    }
  }

  /// Throws unless a parameter lies in a range.
  func require(
    _ value: Int, in range: ClosedRange<Int>, _ what: String
  ) throws(NetworkError) {
    guard range.contains(value) else {
      throw fault(found: "\(what) \(value)", expected: "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// The index of an axis that may be counted from the end.
  func resolve(axis: Int, rank: Int) throws(NetworkError) -> Int {
    guard axis >= -rank, axis < rank else {
      throw fault(found: "axis \(axis)", expected: "an axis of a tensor of rank \(rank)")
    }
    return axis < 0 ? axis + rank : axis
  }

  /// The indices of axes, each at most once, in ascending order.
  func resolve(axes: [Int], rank: Int) throws(NetworkError) -> [Int] {
    var result: [Int] = []
    for axis in axes {
      let resolved = try resolve(axis: axis, rank: rank)
      guard !result.contains(resolved) else {
        throw fault(found: "axis \(axis) twice", expected: "each axis once")
      }
      result.append(resolved)
    }
    return result.sorted()
  }

  /// The single input as images, or an error if it has fewer than three axes.
  func requireImage(_ shape: [Int]) throws(NetworkError) -> ImageShape {
    guard shape.count >= 3 else {
      throw fault(found: "shape \(shape)", expected: "at least channels, height and width")
    }
    return ImageShape(folding: shape)
  }
}

/// An axis that is known to be valid, counted from the start.
func normalized(_ axis: Int, rank: Int) -> Int { axis < 0 ? axis + rank : axis }

/// The elements of a shape before, along and after an axis: those of a plain array lie as
/// (outer, length, inner).
func split(_ shape: [Int], at axis: Int) -> (outer: Int, length: Int, inner: Int) {
  (shape[..<axis].reduce(1, *), shape[axis], shape[(axis + 1)...].reduce(1, *))
}
