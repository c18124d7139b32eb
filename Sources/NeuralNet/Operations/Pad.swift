/// Adds elements at the ends of some axes.
package struct Pad: LayerOperation {
  package static let operationName = "pad"

  package enum Mode: Sendable, Equatable {
    case constant(Float)
    /// Mirrors at the edge element, which is not repeated.
    case reflection
    /// Repeats the edge element.
    case replication
  }

  /// How many elements one axis gains.
  package struct Amount: Sendable, Equatable {
    package var axis: Int
    package var before: Int
    package var after: Int

    package init(axis: Int, before: Int, after: Int) {
      self.axis = axis
      self.before = before
      self.after = after
    }
  }

  package var mode: Mode
  /// At most one amount per axis.
  package var amounts: [Amount]

  package init(_ mode: Mode, amounts: [Amount]) {
    self.mode = mode
    self.amounts = amounts
  }

  package func outputShapes(for inputs: [[Int]]) throws(NetworkError) -> [[Int]] {
    try requireCount(inputs, 1)
    _ = try resolve(axes: amounts.map(\.axis), rank: inputs[0].count)
    var shape = inputs[0]
    for amount in amounts {
      let axis = normalized(amount.axis, rank: shape.count)
      let most = mode == .reflection ? shape[axis] - 1 : maximumParameter
      try require(amount.before, in: 0...most, "padding")
      try require(amount.after, in: 0...most, "padding")
      shape[axis] += amount.before + amount.after
    }
    return [shape]
  }

  /// For every axis of the result, the input's index at each position; nil is padding.
  private func sources(_ shape: [Int]) -> [[Int?]] {
    shape.indices.map { axis in
      let amount = amounts.first { normalized($0.axis, rank: shape.count) == axis }
      let (before, after) = (amount?.before ?? 0, amount?.after ?? 0)
      let length = shape[axis]
      return (-before..<length + after).map { position in
        switch mode {
        case .constant: return 0..<length ~= position ? position : nil
        case .replication: return position.clamped(to: 0...length - 1)
        case .reflection:
          if position < 0 { return -position }
          return position < length ? position : 2 * length - 2 - position
        }
      }
    }
  }

  package func evaluate(_ inputs: [Tensor]) -> [Tensor] {
    let sources = sources(inputs[0].shape)
    var padding: Float = 0
    if case .constant(let value) = mode { padding = value }
    let result = Tensor.make(sources.map(\.count)) { index in
      let own = zip(sources, index).compactMap { $0[$1] }
      return own.count == index.count ? inputs[0][own] : padding
    }
    return [result]
  }

  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let (from, to) = (inputs[0].shape, outputs[0].shape)
    let source = try builder.plain(inputs[0])
    let destination = builder.makePlain(outputs[0])
    guard case .constant(let value) = mode else {
      let maps = sources(from).map { $0.compactMap { $0 } }
      IndexedCopy(from: from, maps: maps).add(from: source, to: destination, in: builder)
      return
    }
    builder.addLoop([destination]) { $0[0].fill(value) }
    let strides = rowMajorStrides(of: to)
    var offset = 0
    for amount in amounts {
      offset += amount.before * strides[normalized(amount.axis, rank: to.count)]
    }
    StridedCopy(
      shape: from, sourceStrides: rowMajorStrides(of: from), destinationStrides: strides,
      destinationOffset: offset
    ).add(from: source, to: destination, in: builder)
  }
}
