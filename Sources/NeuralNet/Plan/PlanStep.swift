/// Something that a plan does in a run.
enum PlanStep {
  /// Computations of oneDNN, one after the other.
  case primitives(PrimitiveSequence)
  /// A loop over floats.
  case loop([FloatRegion], ([FloatRegion]) -> Void)
  /// Stages that are repeated in turn.
  case repetition(Int, [PlanStage])

  /// How many computations of oneDNN a run makes.
  var primitiveCount: Int {
    switch self {
    case .primitives(let sequence): sequence.count
    case .loop: 0
    case .repetition(let count, let stages):
      count * stages.reduce(0) { $0 + $1.primitiveCount }
    }
  }

  func run(on stream: Stream) {
    switch self {
    case .primitives(let sequence): stream.run(sequence)
    case .loop(let regions, let body): body(regions)
    case .repetition(let count, let stages):
      for turn in 0..<count {
        for index in stages.indices { stages[index].run(turn: turn, on: stream) }
      }
    }
  }
}

/// Part of what a plan repeats.
enum PlanStage {
  case primitives(PrimitiveSequence)
  /// A loop that is told the turn.
  case loop([FloatRegion], ([FloatRegion], Int) -> Void)

  var primitiveCount: Int {
    if case .primitives(let sequence) = self { sequence.count } else { 0 }
  }

  func run(turn: Int, on stream: Stream) {
    switch self {
    case .primitives(let sequence): stream.run(sequence)
    case .loop(let regions, let body): body(regions, turn)
    }
  }
}
