extension Reduce.Function {
  /// The value for all numbers that are reduced to one, by its definition.
  func value(of numbers: [Float]) -> Float {
    switch self {
    case .sum: return numbers.reduce(0, +)
    case .mean: return numbers.reduce(0, +) / Float(numbers.count)
    case .product: return numbers.reduce(1, *)
    case .sumOfSquares: return numbers.reduce(0) { $0 + $1 * $1 }
    case .l1: return numbers.reduce(0) { $0 + abs($1) }
    case .l2: return numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case .maximum: return numbers.max() ?? 0
    case .minimum: return numbers.min() ?? 0
    case .logSum(let epsilon): return numbers.reduce(0) { $0 + Mathematics.log($1 + epsilon) }
    case .logSumExp:
      let largest = numbers.max() ?? 0
      guard largest.isFinite else { return largest }
      return largest + Mathematics.log(numbers.reduce(0) { $0 + Mathematics.exp($1 - largest) })
    case .argMaximum:
      return Float(numbers.indices.max { numbers[$0] < numbers[$1] } ?? 0)
    case .argMinimum:
      return Float(numbers.indices.min { numbers[$0] < numbers[$1] } ?? 0)
    }
  }

  /// The value for a run of numbers that lie together, fast.
  func value(of run: FloatRun, count: Int) -> Float {
    switch self {
    case .sum: return run.reduce(count: count, from: 0) { $0 + $1 }
    case .mean: return run.reduce(count: count, from: 0) { $0 + $1 } / Float(count)
    case .product: return run.reduce(count: count, from: 1) { $0 * $1 }
    case .sumOfSquares: return run.sum(count: count) { $0 * $0 }
    case .l1: return run.sum(count: count) { abs($0) }
    case .l2: return run.sum(count: count) { $0 * $0 }.squareRoot()
    case .maximum: return run.reduce(count: count, from: -.infinity) { max($0, $1) }
    case .minimum: return run.reduce(count: count, from: .infinity) { min($0, $1) }
    case .logSum(let epsilon): return run.sum(count: count) { Mathematics.log($0 + epsilon) }
    case .logSumExp:
      let largest = run.reduce(count: count, from: -.infinity) { max($0, $1) }
      guard largest.isFinite else { return largest }
      return largest + Mathematics.log(run.sum(count: count) { Mathematics.exp($0 - largest) })
    case .argMaximum: return Float(run.firstIndex(count: count) { $0 > $1 })
    case .argMinimum: return Float(run.firstIndex(count: count) { $0 < $1 })
    }
  }
}
