/// A network compiled for fixed input shapes; one worker owns it and runs it many times.
///
/// All memory is allocated when the plan is made. A run computes on the calling thread alone, and
/// the same input gives the same bits.
package final class Plan {
  /// The shape of each input, by name.
  package let inputShapes: [String: [Int]]
  /// The shape of each output, by name.
  package let outputShapes: [String: [Int]]
  /// The bytes of the values between the layers.
  package var workingByteCount: Int { memory.byteCount }

  /// How many computations of oneDNN a run makes.
  package var primitiveCount: Int { steps.reduce(0) { $0 + $1.primitiveCount } }

  private let steps: [PlanStep]
  private let inputs: [String: FloatRegion]
  private let outputs: [String: FloatRegion]
  private let stream: Stream
  /// Kept alive: the steps point into them.
  private let memory: Memory
  private let packedWeights: [PackedWeights]

  init(
    inputShapes: [String: [Int]], outputShapes: [String: [Int]], inputs: [String: FloatRegion],
    outputs: [String: FloatRegion], steps: [PlanStep], stream: Stream, memory: Memory,
    packedWeights: [PackedWeights]
  ) {
    self.inputShapes = inputShapes
    self.outputShapes = outputShapes
    self.inputs = inputs
    self.outputs = outputs
    self.steps = steps
    self.stream = stream
    self.memory = memory
    self.packedWeights = packedWeights
  }

  /// Lets `body` write an input, row-major, before a run; the name must be one of `inputShapes`.
  package func withInput<Result>(
    _ name: String, _ body: (inout MutableSpan<Float>) throws -> Result
  ) rethrows -> Result {
    guard let region = inputs[name] else {
      preconditionFailure("the network has no input '\(name)'")
    }
    return try region.withMutableSpan(body)
  }

  /// Computes the outputs from the inputs, which keep their contents.
  package func run() {
    // By index: iterators of arrays allocate in unoptimised builds.
    for index in steps.indices { steps[index].run(on: stream) }
  }

  /// Lets `body` read an output, row-major, after a run; the name must be one of `outputShapes`.
  package func withOutput<Result>(
    _ name: String, _ body: (Span<Float>) throws -> Result
  ) rethrows -> Result {
    guard let region = outputs[name] else {
      preconditionFailure("the network has no output '\(name)'")
    }
    return try region.withSpan(body)
  }

  /// Computes the only output from the only input of a network.
  package func run(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(
      inputs.count == 1 && outputs.count == 1, "the network has several inputs or outputs")
    for (_, region) in inputs { region.copy(from: input) }
    run()
    for (_, region) in outputs { region.copy(to: &output) }
  }
}
