internal import COneDNN

/// Multiplies the matrices in the last two axes of two inputs; leading axes are broadcast.
package struct MatrixMultiply: LayerOperation {
  package static let operationName = "matrix multiplication"

  package var transposesFirst: Bool
  package var transposesSecond: Bool

  package init(transposesFirst: Bool = false, transposesSecond: Bool = false) {
    self.transposesFirst = transposesFirst
    self.transposesSecond = transposesSecond
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 2)
    let (first, second) = (inputs[0], inputs[1])
    guard first.count >= 2, second.count >= 2,
      let leading = broadcastShape([first.dropLast(2).map { $0 }, second.dropLast(2).map { $0 }])
    else { throw fault(found: "shapes \(inputs)", expected: "matrices with like leading axes") }
    let (rows, inner) = Self.lastTwo(first, swapped: transposesFirst)
    let (otherInner, columns) = Self.lastTwo(second, swapped: transposesSecond)
    guard inner == otherInner else {
      throw fault(found: "shapes \(inputs)", expected: "as many columns as rows")
    }
    return [leading + [rows, columns]]
  }

  private static func lastTwo(_ shape: [Int], swapped: Bool) -> (Int, Int) {
    let (first, second) = (shape[shape.count - 2], shape[shape.count - 1])
    return swapped ? (second, first) : (first, second)
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    guard let shape = try? outputShapes(for: inputs.map(\.shape))[0] else {
      preconditionFailure("shapes are checked before")
    }
    let (_, inner) = Self.lastTwo(inputs[0].shape, swapped: transposesFirst)
    let result = Tensor.make(shape) { index in
      let (leading, row, column) = (
        Array(index.dropLast(2)), index[index.count - 2], index[index.count - 1]
      )
      var sum: Float = 0
      for position in 0..<inner {
        let a = leading + (transposesFirst ? [position, row] : [row, position])
        let b = leading + (transposesSecond ? [column, position] : [position, column])
        sum += inputs[0].broadcast(at: a) * inputs[1].broadcast(at: b)
      }
      return sum
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let rank = outputs[0].shape.count
    let result = Layout.plain(outputs[0].shape)
    guard
      let first = Self.layout(inputs[0].shape, rank: rank, isTransposed: transposesFirst),
      let second = Self.layout(inputs[1].shape, rank: rank, isTransposed: transposesSecond),
      let primitive = Primitive.matrixMultiply(first, second, result: result)
    else { throw builder.refusal(Self.operationName) }
    builder.addPrimitive(
      primitive,
      [
        (OSA_SOURCE, .buffer(try builder.plain(inputs[0]))),
        (OSA_SECOND_SOURCE, .buffer(try builder.plain(inputs[1]))),
        (OSA_DESTINATION, .buffer(builder.makePlain(outputs[0]))),
      ])
  }

  /// An operand as oneDNN sees it: as many axes as the result, the matrix the right way round.
  private static func layout(_ shape: [Int], rank: Int, isTransposed: Bool) -> Layout? {
    var lengths = [Int](repeating: 1, count: rank - shape.count) + shape
    var strides = rowMajorStrides(of: lengths)
    if isTransposed {
      lengths.swapAt(rank - 2, rank - 1)
      strides.swapAt(rank - 2, rank - 1)
    }
    return Layout.strided(lengths, strides: strides)
  }
}
