extension Elementwise.Function {
  /// The value for two operands, by its definition; a mean is still to be divided.
  func combine(_ x: Float, _ y: Float) -> Float {
    switch self {
    case .add, .average: x + y
    case .subtract: x - y
    case .multiply: x * y
    case .divide: x / y
    case .maximum: max(x, y)
    case .minimum: min(x, y)
    case .power: Mathematics.power(x, y)
    case .floorDivide: (x / y).rounded(.down)
    case .modulo: x - (x / y).rounded(.down) * y
    case .equal: x == y ? 1 : 0
    case .notEqual: x != y ? 1 : 0
    case .less: x < y ? 1 : 0
    case .lessOrEqual: x <= y ? 1 : 0
    case .greater: x > y ? 1 : 0
    case .greaterOrEqual: x >= y ? 1 : 0
    case .logicalAnd: x != 0 && y != 0 ? 1 : 0
    case .logicalOr: x != 0 || y != 0 ? 1 : 0
    case .logicalXor: (x != 0) != (y != 0) ? 1 : 0
    }
  }

  /// Sets a run to the combination of two, with a loop of its own for the common functions.
  func combine(_ x: FloatRun, _ y: FloatRun, into result: FloatRun, count: Int) {
    switch self {
    case .add, .average: result.zip(x, y, count: count) { $0 + $1 }
    case .subtract: result.zip(x, y, count: count) { $0 - $1 }
    case .multiply: result.zip(x, y, count: count) { $0 * $1 }
    case .divide: result.zip(x, y, count: count) { $0 / $1 }
    case .maximum: result.zip(x, y, count: count) { max($0, $1) }
    case .minimum: result.zip(x, y, count: count) { min($0, $1) }
    default: result.zip(x, y, count: count) { combine($0, $1) }
    }
  }
}
