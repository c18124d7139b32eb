/// Normalises by statistics of the input itself.
package struct Normalization: LayerOperation {
  package static let operationName = "normalization"

  package enum Function: Sendable, Equatable {
    /// `x / sqrt(sum(x^2) + epsilon)`
    case l2
    /// `x - mean`
    case mean
    /// `(x - mean) / sqrt(variance + epsilon)`
    case meanVariance
  }

  package var function: Function
  /// The axes over which the statistics are taken: (-3, -2, -1) for a whole image, (-2, -1) for
  /// each channel (instance normalisation), (-1) for layer normalisation of vectors.
  package var axes: [Int]
  package var epsilon: Float
  /// Factors and summands after the normalisation, aligned with the last axes and broadcast.
  package var gamma: Weights?
  package var beta: Weights?

  package init(
    _ function: Function, axes: [Int], epsilon: Float, gamma: Weights? = nil, beta: Weights? = nil
  ) {
    self.function = function
    self.axes = axes
    self.epsilon = epsilon
    self.gamma = gamma
    self.beta = beta
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    guard !(try resolve(axes: axes, rank: inputs[0].count)).isEmpty else {
      throw fault(found: "no axis", expected: "at least one")
    }
    do {
      return try affine.outputShapes(for: inputs)
    } catch {
      throw fault(found: error.found, expected: error.expected)
    }
  }

  /// The factors and summands after the normalisation.
  private var affine: Affine { Affine(scale: gamma, bias: beta) }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let shape = inputs[0].shape
    let axes = axes.map { normalized($0, rank: shape.count) }
    let box = shape.indices.map { axes.contains($0) ? shape[$0] : 1 }
    let starts = shape.indices.map { axes.contains($0) ? 1 : shape[$0] }
    var result = inputs[0]
    forEachIndex(of: starts) { start in
      var indices: [[Int]] = []
      forEachIndex(of: box) { step in indices.append(zip(start, step).map { $0 + $1 }) }
      let numbers = indices.map { inputs[0][$0] }
      let mean = numbers.reduce(0, +) / Float(numbers.count)
      let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(numbers.count)
      let squares = numbers.reduce(0) { $0 + $1 * $1 }
      for (index, number) in zip(indices, numbers) {
        switch function {
        case .l2: result[index] = number / (squares + epsilon).squareRoot()
        case .mean: result[index] = number - mean
        case .meanVariance: result[index] = (number - mean) / (variance + epsilon).squareRoot()
        }
      }
    }
    return gamma == nil && beta == nil ? [result] : affine.evaluate([result])
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let shape = inputs[0].shape
    let axes = axes.map { normalized($0, rank: shape.count) }.sorted()
    let (source, count) = try builder.movingLast(axes, of: inputs[0])
    let isMoved = source != inputs[0].plainBuffer
    let rows = inputs[0].count / count
    let (function, epsilon) = (function, epsilon)
    let result = PlannedValue(shape: shape, remainingUses: 0)
    let destination = builder.makeBuffer(byteCount: inputs[0].count * 4)
    builder.addLoop([source, destination]) { regions in
      for row in 0..<rows {
        let from = FloatRun(region: regions[0], offset: row * count, stride: 1)
        let to = FloatRun(region: regions[1], offset: row * count, stride: 1)
        function.normalize(from, into: to, count: count, epsilon: epsilon)
      }
    }
    result.plainBuffer = destination
    if isMoved {
      // Back to the order of the input.
      let order = shape.indices.filter { !axes.contains($0) } + axes
      let strides = rowMajorStrides(of: order.map { shape[$0] })
      let back = builder.makePlain(result)
      StridedCopy(
        shape: shape,
        sourceStrides: shape.indices.map { axis in strides[order.firstIndex(of: axis) ?? axis] },
        destinationStrides: rowMajorStrides(of: shape)
      ).add(from: destination, to: back, in: builder)
    }
    try affine.lower([result], to: outputs, in: builder)
  }
}

extension Normalization.Function {
  /// Normalises a run of numbers that lie together, fast.
  fileprivate func normalize(
    _ source: FloatRun, into result: FloatRun, count: Int, epsilon: Float
  ) {
    switch self {
    case .l2:
      let factor = 1 / (source.sum(count: count) { $0 * $0 } + epsilon).squareRoot()
      result.map(source, count: count) { $0 * factor }
    case .mean, .meanVariance:
      let mean = source.sum(count: count) { $0 } / Float(count)
      if self == .mean {
        result.map(source, count: count) { $0 - mean }
        return
      }
      let variance = source.sum(count: count) { ($0 - mean) * ($0 - mean) } / Float(count)
      let factor = 1 / (variance + epsilon).squareRoot()
      result.map(source, count: count) { ($0 - mean) * factor }
    }
  }
}
