internal import NeuralNet

extension NetworkStage {
  func makeBatchWorker(for shape: [Int], count: Int) -> (any StageWorker)? {
    // Layers of this kind keep an axis for the batch; programs say themselves what their axes mean.
    guard isRank5, inputs.count == 1, let input = inputs.first, let output = workerOutput,
      let single = try? makeWorker(for: shape),
      var batchShape = try? internalShape(of: shape, input: input.name), batchShape.count == 5
    else { return nil }
    batchShape[1] *= count
    let outputCount = single.outputShape.reduce(1, *)
    guard let plan = try? compile(for: [batchShape]),
      let planned = plan.outputShapes[output], planned.reduce(1, *) == count * outputCount
    else { return nil }
    let batch = NetworkWorker(
      plan: plan, input: input.name, output: output, outputShape: [count] + single.outputShape)
    return Self.agree(batch, single, count: count, inputCount: shape.reduce(1, *)) ? batch : nil
  }

  /// Whether a batch gives bit for bit what its parts give, shown on a noise.
  ///
  /// No layer's way of computing depends on the numbers, so that one noise stands for all input.
  private static func agree(
    _ batch: some StageWorker, _ single: some StageWorker, count: Int, inputCount: Int
  ) -> Bool {
    var state: UInt32 = 1
    let noise = (0..<count * inputCount).map { _ -> Float in
      state = 1_664_525 &* state &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 23) - 1
    }
    let outputCount = single.outputShape.reduce(1, *)
    var together = [Float](repeating: 0, count: count * outputCount)
    var alone = [Float](repeating: 0, count: outputCount)
    do {
      var target = together.mutableSpan
      try batch.run(noise.span, into: &target)
      for index in 0..<count {
        let part = noise.span.extracting(index * inputCount..<(index + 1) * inputCount)
        var target = alone.mutableSpan
        try single.run(part, into: &target)
        for number in 0..<outputCount
        where together[index * outputCount + number].bitPattern != alone[number].bitPattern {
          return false
        }
      }
    } catch {
      return false
    }
    return true
  }
}
