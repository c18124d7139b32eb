extension Unary.Function {
  /// The function's value at `x`, by its definition.
  func value(at x: Float) -> Float {
    switch self {
    case .identity: x
    case .squareRoot: x.squareRoot()
    case .reciprocalSquareRoot(let epsilon): 1 / (x + epsilon).squareRoot()
    case .inverse(let epsilon): 1 / (x + epsilon)
    case .power(let exponent): Mathematics.power(x, exponent)
    case .square: x * x
    case .exp: Mathematics.exp(x)
    case .exp2: Mathematics.exp2(x)
    case .log(let epsilon): Mathematics.log(x + epsilon)
    case .absolute: abs(x)
    case .threshold(let minimum): max(x, minimum)
    case .ceiling: x.rounded(.up)
    case .floor: x.rounded(.down)
    case .round: x.rounded(.toNearestOrEven)
    case .truncate: x.rounded(.towardZero)
    case .sign: x > 0 ? 1 : x < 0 ? -1 : 0
    case .sine: Mathematics.sine(x)
    case .cosine: Mathematics.cosine(x)
    case .erf: Mathematics.erf(x)
    case .logicalNot: x == 0 ? 1 : 0
    }
  }
}
