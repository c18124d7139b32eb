internal import COneDNN

/// Collects the steps of a plan and the buffers between them.
package final class PlanBuilder {
  /// Memory that steps share; it lives from the first to the last step that names it.
  struct Buffer {
    var byteCount: Int
    /// Whether it keeps its contents for the whole life of the plan.
    var isPinned = false
    /// What it holds from the start, if anything.
    var contents: Weights?
  }

  /// What an argument of a primitive is bound to.
  enum Operand {
    case buffer(Int)
    case weights(PackedWeights)
  }

  enum Step {
    case primitive(Primitive, [(osa_argument, Operand)])
    case loop(buffers: [Int], body: ([FloatRegion]) -> Void)
    case repetition(Int, [Stage])
  }

  /// Part of what is repeated.
  enum Stage {
    case primitive(Primitive, [(osa_argument, Operand)])
    /// A loop that is told the turn.
    case loop([Int], ([FloatRegion], Int) -> Void)
  }

  /// Weights that compiling merged, shared by all plans of the network.
  let mergedWeights: MergedWeights

  private(set) var buffers: [Buffer] = []
  private(set) var steps: [Step] = []
  /// The layer being lowered, for errors.
  var layer = ""
  private var constants: [ObjectIdentifier: Int] = [:]
  /// How many steps there were after a loop over images, and the scratch memory of that loop.
  private var imageLoop: (end: Int, scratch: Int)?

  init(_ mergedWeights: MergedWeights) { self.mergedWeights = mergedWeights }

  func makeBuffer(byteCount: Int) -> Int {
    buffers.append(Buffer(byteCount: max(byteCount, 4)))
    return buffers.count - 1
  }

  func pin(_ buffer: Int) { buffers[buffer].isPinned = true }

  /// A buffer that holds weights in row-major order.
  func constant(_ weights: Weights) -> Int {
    let key = ObjectIdentifier(weights)
    if let buffer = constants[key] { return buffer }
    let buffer = makeBuffer(byteCount: weights.count * 4)
    buffers[buffer].isPinned = true
    buffers[buffer].contents = weights
    constants[key] = buffer
    return buffer
  }

  /// Adds a loop over plain floats; `body` gets the buffers' floats in the given order.
  func addLoop(_ buffers: [Int], _ body: @escaping ([FloatRegion]) -> Void) {
    steps.append(.loop(buffers: buffers, body: body))
  }

  /// Adds a primitive with its operands, and scratch memory if it asks for some.
  func addPrimitive(_ primitive: Primitive, _ operands: [(osa_argument, Operand)]) {
    steps.append(.primitive(primitive, withScratch(primitive, operands)))
  }

  /// Adds stages that are repeated in turn.
  func addRepetition(_ count: Int, _ stages: [Stage]) {
    let stages = stages.map { stage in
      guard case .primitive(let primitive, let operands) = stage else { return stage }
      return .primitive(primitive, withScratch(primitive, operands))
    }
    steps.append(.repetition(count, stages))
  }

  /// Adds a loop that takes the images of a batch one by one and is told which.
  ///
  /// Loops of this kind that follow each other take an image through all of them before the next
  /// one, so that it stays in the processor's cache; they share `scratch`, the last buffer.
  func addImageLoop(
    _ batch: Int, _ buffers: [Int], scratchByteCount: Int,
    _ body: @escaping ([FloatRegion], Int) -> Void
  ) {
    let last = imageLoop?.end == steps.count ? steps.last : nil
    guard let (_, scratch) = imageLoop, case .repetition(batch, var stages)? = last else {
      let scratch = makeBuffer(byteCount: scratchByteCount)
      steps.append(.repetition(batch, [.loop(buffers + [scratch], body)]))
      imageLoop = (steps.count, scratch)
      return
    }
    self.buffers[scratch].byteCount = max(self.buffers[scratch].byteCount, scratchByteCount)
    stages.append(.loop(buffers + [scratch], body))
    steps[steps.count - 1] = .repetition(batch, stages)
  }

  private func withScratch(
    _ primitive: Primitive, _ operands: [(osa_argument, Operand)]
  ) -> [(osa_argument, Operand)] {
    guard let scratch = primitive.layout(of: OSA_SCRATCHPAD) else { return operands }
    let buffer = makeBuffer(byteCount: scratch.byteCount)
    return operands + [(OSA_SCRATCHPAD, .buffer(buffer))]
  }
}
