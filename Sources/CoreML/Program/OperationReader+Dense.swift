internal import NeuralNet

extension OperationReader {
  /// `x` times the transposed weights, (outputs, inputs), plus a bias.
  func linear() throws(ModelFileError) -> [ProgramValue] {
    let weights = try requiredWeights("weight")
    return try map(
      Dense(weights: weights, bias: try self.weights("bias", count: weights.shape.first ?? 0)))
  }

  /// Products of matrices; a vector counts as a row on the left and as a column on the right.
  func matrixMultiply() throws(ModelFileError) -> [ProgramValue] {
    var (x, y) = (try input("x"), try input("y"))
    let transposesX = try flag("transpose_x")
    let transposesY = try flag("transpose_y")
    if let matrix = y.constant, matrix.shape.count == 2, x.rank >= 2, !transposesX,
      x.constant == nil
    {
      // A known matrix is packed once.
      return try emit(Dense(weights: try denseWeights(matrix, isTransposed: transposesY)), [x])
    }
    let (isRow, isColumn) = (x.rank == 1, y.rank == 1)
    if isRow { x = try single(ExpandDimensions(axes: [0]), x) }
    if isColumn { y = try single(ExpandDimensions(axes: [1]), y) }
    let product = try emit(
      MatrixMultiply(
        transposesFirst: transposesX && !isRow, transposesSecond: transposesY && !isColumn),
      [x, y])
    let dropped = (isRow ? [-2] : []) + (isColumn ? [-1] : [])
    return dropped.isEmpty ? product : try emit(Squeeze(axes: dropped), product)
  }

  /// A constant (inputs, outputs), or (outputs, inputs) if it is transposed, as a dense layer's.
  private func denseWeights(
    _ matrix: ProgramConstant, isTransposed: Bool
  ) throws(ModelFileError) -> Weights {
    guard let weights = matrix.weights else {
      throw invalid(found: "a matrix of shape \(matrix.shape)", expected: "numbers")
    }
    if isTransposed { return weights }
    let (rows, columns) = (matrix.shape[0], matrix.shape[1])
    return try derived("transposed", from: weights) { () throws(ModelFileError) in
      let numbers = weights.scalars.array
      var transposed = [Float](repeating: 0, count: numbers.count)
      for row in 0..<rows {
        for column in 0..<columns {
          transposed[column * rows + row] = numbers[row * columns + column]
        }
      }
      return [try made([columns, rows], WeightScalars(transposed))]
    }[0]
  }

  /// `softmax(q k^T / sqrt(E) + mask) v`; a mask of truth values lets through where it is true.
  func attention() throws(ModelFileError) -> [ProgramValue] {
    let (query, key) = (try input("query"), try input("key"))
    guard let width = query.shape.last, query.rank >= 2 else {
      throw invalid(found: "a query of shape \(query.shape)", expected: "vectors in its last axis")
    }
    let scaled = try single(Unary(.identity, scale: 1 / Float(width).squareRoot()), query)
    var scores = try single(MatrixMultiply(transposesSecond: true), scaled, key)
    if let mask = arguments["attn_mask"]?.first {
      let summand =
        mask.type.kind == .boolean
        ? try single(
          Unary(.identity, scale: Self.hidden), try single(Unary(.logicalNot), mask))
        : mask
      scores = try single(Elementwise(.add), scores, summand)
    }
    let weights = try single(Softmax(axis: -1), scores)
    return try emit(MatrixMultiply(), [weights, try input("value")])
  }

  /// What is added to scores that a mask hides: so low that their share rounds to zero.
  private static let hidden: Float = -1e9
}
