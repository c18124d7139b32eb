/// Gives the same numbers another shape.
package struct Reshape: LayerOperation {
  package static let operationName = "reshape"

  package enum Order: Sendable, Equatable {
    /// Numbers keep their row-major order.
    case rowMajor
    /// Numbers are read, and laid down, with the channels (axis -3) last: H, W, C.
    case channelLast
  }

  /// The new shape: 0 keeps the input's length at that position, one -1 takes what is left.
  package var shape: [Int]
  package var order: Order

  package init(shape: [Int], order: Order = .rowMajor) {
    self.shape = shape
    self.order = order
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    if order == .channelLast {
      _ = try requireImage(inputs[0])
      guard shape.count >= 3 else {
        throw fault(found: "\(shape.count) axes", expected: "channels, height and width")
      }
    }
    let whole = inputs[0].reduce(1, *)
    var result: [Int] = []
    var inferred: Int?
    for (position, length) in shape.enumerated() {
      switch length {
      case 0:
        guard position < inputs[0].count else {
          throw fault(found: "0 at axis \(position)", expected: "an axis that the input has")
        }
        result.append(inputs[0][position])
      case -1:
        guard inferred == nil else { throw fault(found: "-1 twice", expected: "at most once") }
        inferred = position
        result.append(1)
      default: result.append(length)
      }
    }
    guard let known = elementCount(of: result), known >= 1 else {
      throw fault(found: "shape \(shape)", expected: "at most \(maximumElementCount) elements")
    }
    if let inferred { result[inferred] = whole / known }
    guard elementCount(of: result) == whole else {
      throw fault(found: "\(inputs[0]) to \(shape)", expected: "\(whole) elements")
    }
    return [result]
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = try? outputShapes(for: [inputs[0].shape])[0] else {
      preconditionFailure("shapes are checked before")
    }
    guard order == .channelLast else {
      return [Tensor(shape: shape, scalars: inputs[0].scalars)]
    }
    // Read the input with the channels last, and lay the numbers down in the same way.
    let last = Transpose.channelsLast(rank: inputs[0].shape.count).evaluate(inputs)[0]
    let inner = Array(shape.dropLast(3)) + [shape[shape.count - 2], shape[shape.count - 1]]
    let moved = Tensor(shape: inner + [shape[shape.count - 3]], scalars: last.scalars)
    return Transpose.channelsFirst(rank: shape.count).evaluate([moved])
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let source = try builder.plain(inputs[0])
    let (from, to) = (inputs[0].shape, outputs[0].shape)
    let isSameOrder =
      order == .rowMajor || (Self.isOneLine(from) && Self.isOneLine(to)) || from == to
    guard !isSameOrder else {
      outputs[0].plainBuffer = source
      return
    }
    let between = builder.makeBuffer(byteCount: outputs[0].count * 4)
    StridedCopy.transposition(
      of: from, axes: Transpose.channelsLast(rank: from.count).axes
    ).add(from: source, to: between, in: builder)
    let moved = Array(to.dropLast(3)) + [to[to.count - 2], to[to.count - 1], to[to.count - 3]]
    StridedCopy.transposition(
      of: moved, axes: Transpose.channelsFirst(rank: to.count).axes
    ).add(from: between, to: builder.makePlain(outputs[0]), in: builder)
  }

  /// Whether only one of channels, height times width is longer than 1: the order is then moot.
  private static func isOneLine(_ shape: [Int]) -> Bool {
    let image = ImageShape(folding: shape)
    return image.channels == 1 || image.height * image.width == 1
  }
}
