import NeuralNet

/// Products of one matrix of samples with others: dense layers whose weights are the samples.
///
/// One owner at a time.
final class SampleProducts {
  /// How many samples there are.
  let sampleCount: Int

  /// How many numbers a sample has.
  let width: Int

  private let forward: Plan
  private let backward: Plan

  /// Prepares the products of samples.
  ///
  /// - Parameters:
  ///   - samples: (samples, width), row-major.
  ///   - rowCount: the rows of the other matrices.
  init(_ samples: [Float], width: Int, rowCount: Int) throws {
    let count = samples.count / width
    sampleCount = count
    self.width = width
    var transposed = [Float](repeating: 0, count: samples.count)
    for sample in 0..<count {
      for place in 0..<width {
        transposed[place * count + sample] = samples[sample * width + place]
      }
    }
    forward = try Self.plan(samples, outputs: count, inputs: width, rowCount: rowCount)
    backward = try Self.plan(transposed, outputs: width, inputs: count, rowCount: rowCount)
  }

  /// Multiplies (rows, width) by the samples: (rows, samples).
  func forward(_ rows: [Float]) -> [Float] { Self.run(forward, rows) }

  /// Multiplies (rows, samples) by the samples: (rows, width).
  func backward(_ rows: [Float]) -> [Float] { Self.run(backward, rows) }

  private static func plan(
    _ matrix: [Float], outputs: Int, inputs: Int, rowCount: Int
  ) throws(NetworkError) -> Plan {
    let weights = try Weights(shape: [outputs, inputs], scalars: matrix)
    let layer = Layer(
      name: "product", operation: Dense(weights: weights), inputs: ["rows"], outputs: ["product"])
    return try Network(inputs: ["rows"], layers: [layer], outputs: ["product"])
      .compile(inputShapes: ["rows": [rowCount, inputs]])
  }

  private static func run(_ plan: Plan, _ rows: [Float]) -> [Float] {
    var product = [Float](
      repeating: 0, count: plan.outputShapes["product", default: []].reduce(1, *))
    var target = product.mutableSpan
    plan.run(rows.span, into: &target)
    return product
  }
}
