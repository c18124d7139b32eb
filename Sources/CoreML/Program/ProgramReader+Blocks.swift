internal import NeuralNet

/// Operations that hold blocks of others: loops and branches.
extension ProgramReader {
  /// A loop whose turns are known: a recurrent layer where it is one, else turn after turn.
  mutating func loop(
    _ operation: Message, in scope: ProgramScope
  ) throws(ModelFileError) -> [ProgramValue] {
    let blocks = operation.messages("blocks")
    guard blocks.count == 2 else {
      throw ModelFileError(
        .invalid, found: "\(blocks.count) blocks", expected: "a condition and a body")
    }
    var state: [ProgramValue] = []
    if let argument = operation.messages("inputs").first(where: { $0.text("key") == "loop_vars" }) {
      state = try bound(try argument.required("value"), in: scope)
    }
    if let recurrent = try gatedLoop(operation, blocks, state, in: scope) { return recurrent }
    let byteCount = blocks[0].packedByteCount + blocks[1].packedByteCount
    while true {
      try budget.countOperation()
      let goesOn = try read(blocks[0], with: state, in: scope, within: "condition")
      guard let condition = goesOn.first?.constant?.integers, condition.count == 1 else {
        throw ModelFileError(
          .unsupported, found: "a loop that ends on a value computed when the model runs",
          expected: "a number of turns that is known")
      }
      if condition[0] == 0 { return state }
      let next = try read(blocks[1], with: state, in: scope, within: "body")
      guard next.count == state.count else {
        throw ModelFileError(
          .invalid, found: "\(next.count) results of a turn", expected: "\(state.count)")
      }
      state = next
      try budget.countRepeatedBytes(byteCount)
    }
  }

  /// Recognises the loop that stands for a gated recurrent unit.
  private func gatedLoop(
    _ operation: Message, _ blocks: [Message], _ state: [ProgramValue], in scope: ProgramScope
  ) throws(ModelFileError) -> [ProgramValue]? {
    guard let match = GatedLoop(condition: blocks[0], body: blocks[1], state: state) else {
      return nil
    }
    // What the body knows from outside, and its own constants.
    let inner = ProgramScope(inside: scope)
    for block in [blocks[1], blocks[0]] {
      for operation in block.messages("operations") where operation.text("type") == "const" {
        try keep([try constant(of: operation)], as: operation.messages("outputs"), in: inner)
      }
    }
    return try match.values(
      { argument throws(ModelFileError) in
        switch argument {
        case .name(let name): inner[name]
        case .value(let value): .constant(try constants.constant(value))
        }
      }, state: state, layer: Self.name(of: operation), builder: builder)
  }

  /// The branch that a known condition chooses.
  mutating func branch(
    _ operation: Message, in scope: ProgramScope
  ) throws(ModelFileError) -> [ProgramValue] {
    let blocks = operation.messages("blocks")
    guard blocks.count == 2,
      let argument = operation.messages("inputs").first(where: { $0.text("key") == "pred" })
    else {
      throw ModelFileError(
        .invalid, found: "\(blocks.count) blocks", expected: "a condition and two branches")
    }
    let condition = try bound(try argument.required("value"), in: scope)
    guard let choice = condition.first?.constant?.integers, choice.count == 1 else {
      throw ModelFileError(
        .unsupported, found: "a branch on a value computed when the model runs",
        expected: "a condition that is known")
    }
    return try read(blocks[choice[0] != 0 ? 0 : 1], with: [], in: scope, within: "branch")
  }

  /// The results of a block inside an operation.
  private mutating func read(
    _ block: Message, with arguments: [ProgramValue], in outer: ProgramScope, within prefix: String
  ) throws(ModelFileError) -> [ProgramValue] {
    let inputs = block.messages("inputs")
    guard inputs.count == arguments.count else {
      throw ModelFileError(
        .invalid, found: "\(inputs.count) inputs of a block", expected: "\(arguments.count)")
    }
    let scope = ProgramScope(inside: outer)
    for (input, argument) in zip(inputs, arguments) { scope[input.text("name")] = argument }
    try read(block.messages("operations"), in: scope, within: prefix)
    var results: [ProgramValue] = []
    for output in block.texts("outputs") {
      guard let value = scope[output] else {
        throw ModelFileError(
          .invalid, found: "the result '\(output)', which nothing has made", expected: "one that is"
        )
      }
      results.append(value)
    }
    return results
  }
}
