internal import COneDNN

extension PlanBuilder {
  /// The most bytes that the values of one plan may take together.
  static let maximumByteCount = 1 << 32

  /// Places all buffers, binds every step to them and makes the plan.
  func assemble(
    inputs: [(name: String, value: PlannedValue)], outputs: [(name: String, value: PlannedValue)]
  ) throws(NetworkError) -> Plan {
    for (_, value) in inputs + outputs { pin(try plain(value)) }
    let places = MemoryPlan(demands())
    guard places.byteCount <= Self.maximumByteCount,
      let memory = Memory(byteCount: places.byteCount), let stream = Stream()
    else {
      throw NetworkError(
        layer: "", operation: "memory", found: "\(places.byteCount) bytes of values",
        expected: "at most \(Self.maximumByteCount), and so much free")
    }
    var binding = Binding(memory: memory, places: places, buffers: buffers)
    for (index, buffer) in buffers.enumerated() {
      if let contents = buffer.contents { binding.region(index).copy(from: contents.scalars) }
    }
    let steps = binding.bind(steps)
    func regions(_ values: [(name: String, value: PlannedValue)]) -> [String: FloatRegion] {
      var regions: [String: FloatRegion] = [:]
      for (name, value) in values {
        guard let buffer = value.plainBuffer else { continue }
        regions[name] = memory.floats(at: places.offsets[buffer], count: value.count)
      }
      return regions
    }
    func shapes(_ values: [(name: String, value: PlannedValue)]) -> [String: [Int]] {
      Dictionary(values.map { ($0.name, $0.value.shape) }, uniquingKeysWith: { first, _ in first })
    }
    return Plan(
      inputShapes: shapes(inputs), outputShapes: shapes(outputs), inputs: regions(inputs),
      outputs: regions(outputs), steps: steps, stream: stream, memory: memory,
      packedWeights: binding.packedWeights)
  }

  /// What each buffer needs and when, from the steps that name it.
  private func demands() -> [MemoryPlan.Demand] {
    var lifetimes = [ClosedRange<Int>?](repeating: nil, count: buffers.count)
    for (index, step) in steps.enumerated() {
      for buffer in step.buffers {
        lifetimes[buffer] = (lifetimes[buffer]?.lowerBound ?? index)...index
      }
    }
    return buffers.indices.map { index in
      MemoryPlan.Demand(
        byteCount: buffers[index].byteCount,
        lifetime: buffers[index].isPinned ? 0...steps.count : lifetimes[index] ?? 0...0)
    }
  }
}

extension PlanBuilder.Step {
  /// The buffers that the step reads or writes.
  fileprivate var buffers: [Int] {
    switch self {
    case .primitive(_, let operands): operands.compactMap(\.1.buffer)
    case .loop(let buffers, _): buffers
    case .repetition(_, let stages):
      stages.flatMap { stage in
        switch stage {
        case .primitive(_, let operands): operands.compactMap(\.1.buffer)
        case .loop(let buffers, _): buffers
        }
      }
    }
  }
}

extension PlanBuilder.Operand {
  fileprivate var buffer: Int? {
    if case .buffer(let buffer) = self { buffer } else { nil }
  }
}

/// Turns the builder's steps into steps over memory.
private struct Binding {
  let memory: Memory
  let places: MemoryPlan
  let buffers: [PlanBuilder.Buffer]
  /// The weights that primitives were bound to.
  private(set) var packedWeights: [PackedWeights] = []

  init(memory: Memory, places: MemoryPlan, buffers: [PlanBuilder.Buffer]) {
    self.memory = memory
    self.places = places
    self.buffers = buffers
  }

  func region(_ buffer: Int) -> FloatRegion {
    memory.floats(at: places.offsets[buffer], count: buffers[buffer].byteCount / 4)
  }

  /// Binds all steps; primitives that follow each other are joined.
  mutating func bind(_ steps: [PlanBuilder.Step]) -> [PlanStep] {
    var result: [PlanStep] = []
    var sequence = PrimitiveSequence()
    func close() {
      if !sequence.isEmpty { result.append(.primitives(sequence)) }
      sequence = PrimitiveSequence()
    }
    for step in steps {
      switch step {
      case .primitive(let primitive, let operands):
        bind(primitive, operands)
        sequence.append(primitive)
      case .loop(let buffers, let body):
        close()
        result.append(.loop(buffers.map(region), body))
      case .repetition(let count, let stages):
        close()
        var bound: [PlanStage] = []
        for stage in stages { bound.append(bind(stage)) }
        result.append(.repetition(count, bound))
      }
    }
    close()
    return result
  }

  private mutating func bind(_ stage: PlanBuilder.Stage) -> PlanStage {
    switch stage {
    case .primitive(let primitive, let operands):
      bind(primitive, operands)
      return .primitives(PrimitiveSequence(primitive))
    case .loop(let buffers, let body): return .loop(buffers.map(region), body)
    }
  }

  private mutating func bind(
    _ primitive: Primitive, _ operands: [(osa_argument, PlanBuilder.Operand)]
  ) {
    for (argument, operand) in operands {
      switch operand {
      case .buffer(let buffer):
        primitive.bind(argument, to: memory, at: places.offsets[buffer])
      case .weights(let weights):
        primitive.bind(argument, to: weights.memory, at: 0)
        packedWeights.append(weights)
      }
    }
  }
}
