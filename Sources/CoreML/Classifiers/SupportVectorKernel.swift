private import Glibc

/// How alike two vectors are to a support vector machine.
enum SupportVectorKernel: Sendable {
  /// `x . y`
  case linear
  /// `exp(-gamma |x - y|^2)`
  case radialBasis(gamma: Double)
  /// `(gamma x . y + c)^degree`
  case polynomial(degree: Int, c: Double, gamma: Double)
  /// `tanh(gamma x . y + c)`
  case sigmoid(gamma: Double, c: Double)

  /// Reads a kernel.
  init(_ message: Message) throws(ModelFileError) {
    if message.message("linear_kernel") != nil {
      self = .linear
    } else if let kernel = message.message("rbf_kernel") {
      self = .radialBasis(gamma: kernel.double("gamma"))
    } else if let kernel = message.message("poly_kernel") {
      self = .polynomial(
        degree: try kernel.size("degree", in: 0...1000), c: kernel.double("c"),
        gamma: kernel.double("gamma"))
    } else if let kernel = message.message("sigmoid_kernel") {
      self = .sigmoid(gamma: kernel.double("gamma"), c: kernel.double("c"))
    } else {
      throw ModelFileError(
        .unsupported, found: "a kernel with the field number \(message.unknownFields.first ?? 0)",
        expected: "linear, RBF, polynomial or sigmoid")
    }
  }

  /// The kernel of two vectors of the same length.
  func value(_ x: [Double], _ y: ArraySlice<Double>) -> Double {
    switch self {
    case .linear: dot(x, y)
    case .radialBasis(let gamma):
      exp(-gamma * zip(x, y).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) })
    case .polynomial(let degree, let c, let gamma): pow(gamma * dot(x, y) + c, Double(degree))
    case .sigmoid(let gamma, let c): tanh(gamma * dot(x, y) + c)
    }
  }

  private func dot(_ x: [Double], _ y: ArraySlice<Double>) -> Double {
    zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
