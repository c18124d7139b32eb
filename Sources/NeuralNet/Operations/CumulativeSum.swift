/// Sums up along an axis.
package struct CumulativeSum: LayerOperation {
  package static let operationName = "cumulative sum"

  package var axis: Int
  /// Leaves the element itself out of its sum.
  package var isExclusive: Bool
  /// Sums from the end.
  package var isReversed: Bool

  package init(axis: Int, isExclusive: Bool = false, isReversed: Bool = false) {
    self.axis = axis
    self.isExclusive = isExclusive
    self.isReversed = isReversed
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    _ = try resolve(axis: axis, rank: inputs[0].count)
    return inputs
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let shape = inputs[0].shape
    let axis = normalized(axis, rank: shape.count)
    let result = Tensor.make(shape) { index in
      var sum: Float = 0
      for position in 0..<shape[axis] {
        let isBefore = isReversed ? position > index[axis] : position < index[axis]
        guard isBefore || (position == index[axis] && !isExclusive) else { continue }
        var own = index
        own[axis] = position
        sum += inputs[0][own]
      }
      return sum
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let (outer, length, inner) = split(shape, at: normalized(axis, rank: shape.count))
    let (isExclusive, isReversed) = (isExclusive, isReversed)
    let source = try builder.plain(inputs[0])
    builder.addLoop([source, builder.makePlain(outputs[0])]) { regions in
      for block in 0..<outer {
        for element in 0..<inner {
          var sum: Float = 0
          for step in 0..<length {
            let position = isReversed ? length - 1 - step : step
            let index = (block * length + position) * inner + element
            let number = regions[0][index]
            regions[1][index] = isExclusive ? sum : sum + number
            sum += number
          }
        }
      }
    }
  }
}
