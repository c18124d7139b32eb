import NeuralNet
import Testing

/// Numbers that look random and are the same in every run.
struct Noise {
  private var state: UInt64

  init(seed: UInt64 = 1) { state = seed }

  /// A number from -1 to 1.
  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 33)) / Float(1 << 30) - 1
  }

  mutating func tensor(_ shape: [Int], in range: ClosedRange<Float> = -1...1) -> Tensor {
    let count = shape.reduce(1, *)
    let middle = (range.lowerBound + range.upperBound) / 2
    let half = (range.upperBound - range.lowerBound) / 2
    return Tensor(shape: shape, scalars: (0..<count).map { _ in middle + half * next() })
  }

  mutating func weights(_ shape: [Int], in range: ClosedRange<Float> = -1...1) -> Weights {
    let tensor = tensor(shape, in: range)
    guard let weights = try? Weights(shape: shape, scalars: tensor.scalars) else {
      preconditionFailure("a shape of weights in a test")
    }
    return weights
  }
}

/// Runs a plan once and collects its outputs.
func run(_ plan: Plan, _ inputs: [String: Tensor]) -> [String: Tensor] {
  for (name, tensor) in inputs {
    plan.withInput(name) { span in
      for index in tensor.scalars.indices { span[index] = tensor.scalars[index] }
    }
  }
  plan.run()
  return Dictionary(
    uniqueKeysWithValues: plan.outputShapes.map { name, shape in
      let scalars = plan.withOutput(name) { span in span.indices.map { span[$0] } }
      return (name, Tensor(shape: shape, scalars: scalars))
    })
}

/// Expects two tensors of one shape whose numbers differ by at most `tolerance`, relative to the
/// larger of 1 and their magnitude.
func expectClose(
  _ found: Tensor, _ expected: Tensor, tolerance: Float = 1e-5, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.shape == expected.shape, "\(what)", sourceLocation: sourceLocation)
  guard found.scalars.count == expected.scalars.count else { return }
  var worst: (index: Int, difference: Float) = (0, 0)
  for index in found.scalars.indices {
    let (a, b) = (found.scalars[index], expected.scalars[index])
    if a.isNaN && b.isNaN || a == b { continue }
    let difference = abs(a - b) / max(1, abs(b))
    if !(difference <= worst.difference) { worst = (index, difference) }
  }
  #expect(
    worst.difference <= tolerance,
    """
    \(what) at \(worst.index): found \(found.scalars[worst.index]), \
    expected \(expected.scalars[worst.index])
    """, sourceLocation: sourceLocation)
}

/// A network of one layer with inputs `x0`, `x1`, ... and outputs `y0`, `y1`, ...
func network(
  of operation: any LayerOperation, inputCount: Int = 1, outputCount: Int = 1
) -> Network {
  let inputs = (0..<inputCount).map { "x\($0)" }
  let outputs = (0..<outputCount).map { "y\($0)" }
  return Network(
    inputs: inputs,
    layers: [Layer(name: "layer", operation: operation, inputs: inputs, outputs: outputs)],
    outputs: outputs)
}

/// Expects the fast form of a layer to give what its plain twin gives, twice in a row.
func expectTwinsAgree(
  _ operation: any LayerOperation, _ inputs: [Tensor], outputCount: Int = 1,
  tolerance: Float = 1e-5, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let network = network(of: operation, inputCount: inputs.count, outputCount: outputCount)
  let named = Dictionary(
    uniqueKeysWithValues: inputs.enumerated().map { ("x\($0)", $1) })
  let expected = try network.evaluate(named)
  let plan = try network.compile(inputShapes: named.mapValues(\.shape))
  for pass in 0..<2 {
    let found = run(plan, named)
    for (name, tensor) in expected {
      let result = try #require(found[name], sourceLocation: sourceLocation)
      expectClose(
        result, tensor, tolerance: tolerance, "\(name), pass \(pass)",
        sourceLocation: sourceLocation)
    }
  }
}

/// The value of a layer by its plain twin.
func evaluate(_ operation: any LayerOperation, _ inputs: Tensor...) throws -> Tensor {
  let named = Dictionary(
    uniqueKeysWithValues: inputs.enumerated().map { ("x\($0)", $1) })
  let result = try network(of: operation, inputCount: inputs.count).evaluate(named)
  return try #require(result["y0"])
}
