internal import NeuralNet

extension LayerReader {
  func reduce() throws(ModelFileError) -> [Layer] {
    let epsilon = parameters.float("epsilon")
    let function: Reduce.Function =
      switch parameters.integer("mode") {
      case 0: .sum
      case 1: .mean
      case 2: .product
      case 3: .logSum(epsilon: epsilon == 0 ? 1e-6 : epsilon)
      case 4: .sumOfSquares
      case 5: .l1
      case 6: .l2
      case 7: .maximum
      case 8: .minimum
      case 9: .argMaximum
      case let mode: throw invalid(found: "reduction mode \(mode)", expected: "0 to 9")
      }
    let axes =
      switch parameters.integer("axis") {
      case 0: [-3, -2, -1]
      case 1: [-2, -1]
      case 2: [-3]
      case 3: [-2]
      case 4: [-1]
      case let axis: throw invalid(found: "reduction axis \(axis)", expected: "0 to 4")
      }
    return step(Reduce(function, axes: axes))
  }

  func reduceND(_ function: Reduce.Function) -> [Layer] {
    let reducesAll = parameters.flag("reduce_all")
    return step(
      Reduce(
        function, axes: reducesAll ? nil : parameters.integers("axes"),
        keepsAxes: parameters.flag("keep_dims")))
  }

  func argMax() throws(ModelFileError) -> [Layer] {
    step(
      Reduce(.argMaximum, axes: [try axis()], keepsAxes: !parameters.flag("remove_dim")))
  }
}
