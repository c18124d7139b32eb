import NeuralNet
import TestSupport
import Testing

struct PlanTests {
  private static func input(frames: Int) -> [String: Tensor] {
    var noise = Noise(seed: 11)
    return ["x": noise.tensor([1, 1, 1, frames, 64], in: -4...3)]
  }

  @Test func aWholeNetworkEqualsItsDefinition() throws {
    let network = MobileNetwork.make()
    let input = Self.input(frames: 48)
    let expected = try #require(try network.evaluate(input)["y"])
    let shapes = input.mapValues(\.shape)
    for rewrites in [true, false] {
      let plan = try network.compile(inputShapes: shapes, rewrites: rewrites)
      let found = try #require(run(plan, input)["y"])
      expectClose(found, expected, tolerance: 2e-5, "rewrites: \(rewrites)")
    }
  }

  @Test func theSameInputGivesTheSameBits() throws {
    let network = MobileNetwork.make()
    let input = Self.input(frames: 64)
    let shapes = input.mapValues(\.shape)
    let plan = try network.compile(inputShapes: shapes)
    let first = run(plan, input)
    var noise = Noise(seed: 5)
    _ = run(plan, ["x": noise.tensor([1, 1, 1, 64, 64])])
    #expect(run(plan, input) == first)
    #expect(run(try network.compile(inputShapes: shapes), input) == first)
  }
}

/// Running a plan: memory, several inputs and outputs, threads.
struct PlanRunTests {
  @Test(.enabled(if: AllocationCounter.isActive))
  func loopsAllocateNothingInARun() throws {
    var noise = Noise(seed: 12)
    let layers: [(any LayerOperation, [String], String)] = [
      (Affine(scale: noise.weights([3, 1, 1]), bias: noise.weights([4, 5])), ["x"], "a"),
      (Elementwise(.multiply), ["a", "x"], "b"), (Transpose(axes: [2, 0, 1]), ["b"], "c"),
      (Concatenate(axis: 0), ["c", "c"], "d"),
      (Pad(.reflection, amounts: [Pad.Amount(axis: 0, before: 2, after: 1)]), ["d"], "e"),
      (Reduce(.mean, axes: [0]), ["e"], "f"),
      (Normalization(.meanVariance, axes: [-1], epsilon: 1e-3), ["f"], "g"),
      (Activation(.softsign), ["g"], "h"), (CumulativeSum(axis: 1), ["h"], "i"),
      (Pooling(.l2, window: .global), ["i"], "y"),
    ]
    let network = Network(
      inputs: ["x"],
      layers: layers.map {
        Layer(name: $0.2, operation: $0.0, inputs: $0.1, outputs: [$0.2])
      }, outputs: ["y"])
    let plan = try network.compile(inputShapes: ["x": [3, 4, 5]])
    let x = noise.tensor([3, 4, 5]).scalars
    var y = [Float](repeating: 0, count: 1)
    func run() {
      var span = y.mutableSpan
      plan.run(x.span, into: &span)
    }
    run()
    let count = AllocationCounter.count { run() }
    #expect(count == 0)
    #expect(AllocationCounter.count { _ = [Int](repeating: 1, count: 1000) } == 1)
  }

  /// oneDNN itself keeps a short-lived table of arguments for each computation that it runs; that
  /// is all that a run may allocate, in the first run as in the thousandth.
  @Test(.enabled(if: AllocationCounter.isActive))
  func aWholeNetworkAllocatesOnlyOneDNNsArgumentTables() throws {
    let plan = try MobileNetwork.make().compile(inputShapes: ["x": [1, 1, 1, 48, 64]])
    plan.run()
    let counts = (0..<5).map { _ in AllocationCounter.count { plan.run() } }
    #expect(Set(counts).count == 1)
    #expect(counts[0] <= 16 * plan.primitiveCount)
  }

  @Test func valuesThatAreNoLongerNeededLeaveTheirMemory() throws {
    let byteCount = 4 << 16
    let layers = (0..<30).map { index in
      Layer(
        name: "layer", operation: Activation(.softsign), inputs: ["v\(index)"],
        outputs: ["v\(index + 1)"])
    }
    let network = Network(inputs: ["v0"], layers: layers, outputs: ["v30"])
    let plan = try network.compile(inputShapes: ["v0": [1 << 16]])
    // The input and the output stay; two more take turns.
    #expect(plan.workingByteCount == 4 * byteCount)
  }

  @Test func severalInputsAndOutputsAreNamed() throws {
    let network = Network(
      inputs: ["a", "b"],
      layers: [
        Layer(
          name: "sum", operation: Elementwise(.add), inputs: ["a", "b"], outputs: ["sum"]),
        Layer(
          name: "halves", operation: Split(.equal(count: 2), axis: 0), inputs: ["sum"],
          outputs: ["low", "high"]),
      ], outputs: ["high", "sum", "a"])
    let plan = try network.compile(inputShapes: ["a": [4], "b": [1]])
    #expect(plan.inputShapes == ["a": [4], "b": [1]])
    #expect(plan.outputShapes == ["high": [2], "sum": [4], "a": [4]])
    let a = Tensor(shape: [4], scalars: [1, 2, 3, 4])
    let result = run(plan, ["a": a, "b": Tensor(shape: [1], scalars: [10])])
    #expect(result["high"]?.scalars == [13, 14])
    #expect(result["sum"]?.scalars == [11, 12, 13, 14])
    #expect(result["a"] == a)
    // Inputs keep their contents: a second run gives the same.
    plan.run()
    #expect(plan.withOutput("high") { [$0[0], $0[1]] } == [13, 14])
  }

  @Test func plansOfOneNetworkRunAtTheSameTime() async throws {
    let network = MobileNetwork.make()
    var noise = Noise(seed: 13)
    let x = ["x": noise.tensor([1, 1, 1, 48, 64])]
    let shapes = x.mapValues(\.shape)
    let expected = run(try network.compile(inputShapes: shapes), x)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let plan = try network.compile(inputShapes: shapes)
          return (0..<3).allSatisfy { _ in run(plan, x) == expected }
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}
