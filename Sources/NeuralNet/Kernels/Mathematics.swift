#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The functions of the C library that layers use, under names that cannot be mistaken.
enum Mathematics {
  static func exp(_ x: Float) -> Float { expf(x) }
  static func exp2(_ x: Float) -> Float { exp2f(x) }
  static func log(_ x: Float) -> Float { logf(x) }
  static func tanh(_ x: Float) -> Float { tanhf(x) }
  static func sine(_ x: Float) -> Float { sinf(x) }
  static func cosine(_ x: Float) -> Float { cosf(x) }
  static func erf(_ x: Float) -> Float { erff(x) }
  static func power(_ x: Float, _ y: Float) -> Float { powf(x, y) }
  static func sigmoid(_ x: Float) -> Float { 1 / (1 + expf(-x)) }
  /// `log(1 + exp(x))` without overflow.
  static func softplus(_ x: Float) -> Float { max(x, 0) + log1pf(expf(-abs(x))) }
}
