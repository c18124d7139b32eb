internal import NeuralNet

/// Reads a function of an ML Program for inputs of given shapes, operation by operation.
struct ProgramReader {
  /// The most operations that are read, those of a loop counted in every turn.
  private static let operationLimit = 1 << 17
  /// The most numbers of all constants together (1 GiB).
  private static let constantLimit = 1 << 28

  private let values: ValueReader
  private let constants: ConstantCache?
  let builder: ProgramBuilder
  /// What the `classify` operation names.
  private(set) var classifier: (probabilities: ProgramValue, labels: ClassLabels)?

  private var operationCount = 0
  private var constantCount = 0

  /// The values that a block knows, by name.
  private typealias Scope = [String: ProgramValue]

  init(blobs: ModelBlobs?, constants: ConstantCache?) {
    values = ValueReader(blobs: blobs?.folder)
    self.constants = constants
    builder = ProgramBuilder(checksWeights: blobs?.isCompiled != true)
  }

  /// Reads a function.
  ///
  /// - Parameter inputs: its inputs by name; all must be declared.
  /// - Returns: the values of its outputs by name, but for those that `classify` makes.
  mutating func read(
    _ function: Message, inputs: [String: ProgramValue]
  ) throws(ModelFileError) -> [String: ProgramValue] {
    for input in function.messages("inputs") {
      let name = input.text("name")
      guard inputs[name] != nil else {
        throw ModelFileError(
          .invalid, found: "the function's input '\(name)'",
          expected: "the inputs that the model declares: \(inputs.keys.sorted())")
      }
    }
    let wanted = function.text("opset")
    let blocks = function.messages("block_specializations")
    guard
      let block = (blocks.first { $0.text("key") == wanted } ?? blocks.first)?.message("value")
    else {
      throw ModelFileError(.invalid, found: "no operations", expected: "a block of them")
    }
    var scope = inputs
    try read(block.messages("operations"), in: &scope, within: "operation")
    var outputs: [String: ProgramValue] = [:]
    for output in block.texts("outputs") { outputs[output] = scope[output] }
    return outputs
  }

  private mutating func read(
    _ operations: [Message], in scope: inout Scope, within prefix: String
  ) throws(ModelFileError) {
    for (index, operation) in operations.enumerated() {
      let name = self.name(of: operation)
      let place = "\(prefix) \(index) '\(name)' (\(operation.text("type")))"
      do throws(ModelFileError) {
        try read(operation, named: name, in: &scope)
      } catch {
        throw error.within(place)
      }
    }
  }

  /// The name in the attributes, or that of the first result.
  private func name(of operation: Message) -> String {
    let attribute = operation.messages("attributes").first { $0.text("key") == "name" }
    let text = attribute?.message("value")?.message("immediate_value")?.message("tensor")?
      .message("strings")?.texts("values").first
    return text ?? operation.messages("outputs").first?.text("name") ?? ""
  }

  private mutating func read(
    _ operation: Message, named name: String, in scope: inout Scope
  ) throws(ModelFileError) {
    try countSteps(1)
    let type = operation.text("type")
    let results: [ProgramValue]
    switch type {
    case "const": results = [try constant(of: operation)]
    case "while_loop": results = try loop(operation, named: name, in: scope)
    case "cond": results = try branch(operation, in: scope)
    case "classify":
      try classify(operation, in: scope)
      return
    default:
      results = try reader(of: operation, type: type, named: name, in: scope).read()
      if let constant = results.first?.constant, Self.makesConstants(type) {
        try count(constant)
        if type.hasPrefix("constexpr_"), let weights = constant.weights {
          operation.recordWeights(weights)
        }
      }
    }
    try keep(results, as: operation.messages("outputs"), in: &scope)
  }

  private func reader(
    of operation: Message, type: String, named name: String, in scope: Scope
  ) throws(ModelFileError) -> OperationReader {
    var arguments: [String: [ProgramValue]] = [:]
    for entry in operation.messages("inputs") {
      arguments[entry.text("key")] = try bound(try entry.required("value"), in: scope)
    }
    if type.hasPrefix("constexpr_") {
      // Older files keep everything in attributes.
      for entry in operation.messages("attributes") where entry.text("key") != "name" {
        let value = try values.constant(try entry.required("value"))
        arguments[entry.text("key")] = [.constant(value)]
      }
    }
    var types: [ElementType] = []
    for output in operation.messages("outputs") {
      types.append(try ValueReader.declared(try output.required("type")).type)
    }
    return OperationReader(
      name: name, type: type, arguments: arguments, resultTypes: types, builder: builder)
  }

  /// The values to which an argument is bound.
  private func bound(_ argument: Message, in scope: Scope) throws(ModelFileError) -> [ProgramValue]
  {
    var result: [ProgramValue] = []
    for binding in argument.messages("arguments") {
      if let value = binding.message("value") {
        result.append(.constant(try values.constant(value)))
        continue
      }
      let name = binding.text("name")
      guard let value = scope[name] else {
        throw ModelFileError(
          .invalid, found: "the input '\(name)', which nothing has made",
          expected: "inputs of the function or results of earlier operations")
      }
      result.append(value)
    }
    return result
  }

  private mutating func constant(of operation: Message) throws(ModelFileError) -> ProgramValue {
    guard
      let value = operation.messages("attributes").first(where: { $0.text("key") == "val" })?
        .message("value")
    else { throw ModelFileError(.invalid, found: "no value", expected: "an attribute val") }
    if let known = constants?.constant(of: value) {
      try count(known)
      return .constant(known)
    }
    let constant = try values.constant(value)
    try count(constant)
    constants?.keep(constant, of: value)
    return .constant(constant)
  }

  /// Whether an operation makes numbers that its file does not hold.
  private static func makesConstants(_ type: String) -> Bool {
    type.hasPrefix("constexpr_") || ["fill", "fill_like", "range_1d"].contains(type)
  }

  /// Counts operations, turns of loops and bindings, of which a small file can ask for many.
  private mutating func countSteps(_ count: Int) throws(ModelFileError) {
    operationCount += count
    guard operationCount <= Self.operationLimit else {
      throw ModelFileError(
        .unsupported, found: "more than \(Self.operationLimit) operations",
        expected: "fewer, those in every turn of a loop counted")
    }
  }

  private mutating func count(_ constant: ProgramConstant) throws(ModelFileError) {
    constantCount += constant.count
    guard constantCount <= Self.constantLimit else {
      throw ModelFileError(
        .invalid, found: "more than \(Self.constantLimit) numbers in all constants",
        expected: "at most so many")
    }
  }

  /// Gives results the names that the operation declares, after a comparison with the types.
  private func keep(
    _ results: [ProgramValue], as declared: [Message], in scope: inout Scope
  ) throws(ModelFileError) {
    guard declared.count <= results.count else {
      throw ModelFileError(
        .invalid, found: "\(declared.count) results", expected: "\(results.count)")
    }
    for (result, output) in zip(results, declared) {
      let name = output.text("name")
      let type = try output.required("type")
      if type.message("tensor_type") != nil {
        let shape = try ValueReader.declared(type).shape
        let fits =
          shape.count == result.rank
          && zip(shape, result.shape).allSatisfy { $0 == nil || $0 == $1 }
        guard fits else {
          throw ModelFileError(
            .invalid,
            found: "a result '\(name)' of shape \(shape.map { $0?.description ?? "?" })",
            expected: "\(result.shape), which its inputs give")
        }
      }
      scope[name] = result
    }
  }

  // MARK: Blocks

  /// A loop whose turns are known: a recurrent layer where it is one, else turn after turn.
  private mutating func loop(
    _ operation: Message, named name: String, in scope: Scope
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
    if let recurrent = try gatedLoop(blocks, state, named: name, in: scope) { return recurrent }
    while true {
      try countSteps(1)
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
    }
  }

  /// Recognises the loop that stands for a gated recurrent unit.
  private mutating func gatedLoop(
    _ blocks: [Message], _ state: [ProgramValue], named name: String, in scope: Scope
  ) throws(ModelFileError) -> [ProgramValue]? {
    guard let match = GatedLoop(condition: blocks[0], body: blocks[1], state: state) else {
      return nil
    }
    // What the body knows from outside, and its own constants.
    var inner = scope
    for operation in blocks[1].messages("operations") where operation.text("type") == "const" {
      try keep(operation, in: &inner)
    }
    for operation in blocks[0].messages("operations") where operation.text("type") == "const" {
      try keep(operation, in: &inner)
    }
    let (values, scope) = (values, inner)
    return try match.values(
      { argument throws(ModelFileError) in
        switch argument {
        case .name(let name): scope[name]
        case .value(let value): .constant(try values.constant(value))
        }
      }, state: state, layer: name, builder: builder)
  }

  /// Reads a constant into a scope.
  private mutating func keep(
    _ operation: Message, in scope: inout Scope
  ) throws(ModelFileError) {
    try keep([try constant(of: operation)], as: operation.messages("outputs"), in: &scope)
  }

  /// The branch that a known condition chooses.
  private mutating func branch(
    _ operation: Message, in scope: Scope
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
    _ block: Message, with arguments: [ProgramValue], in outer: Scope, within prefix: String
  ) throws(ModelFileError) -> [ProgramValue] {
    let inputs = block.messages("inputs")
    guard inputs.count == arguments.count else {
      throw ModelFileError(
        .invalid, found: "\(inputs.count) inputs of a block", expected: "\(arguments.count)")
    }
    var scope = outer
    for (input, argument) in zip(inputs, arguments) { scope[input.text("name")] = argument }
    try read(block.messages("operations"), in: &scope, within: prefix)
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

  // MARK: Classes

  private mutating func classify(_ operation: Message, in scope: Scope) throws(ModelFileError) {
    var arguments: [String: ProgramValue] = [:]
    for entry in operation.messages("inputs") {
      arguments[entry.text("key")] = try bound(try entry.required("value"), in: scope).first
    }
    guard let probabilities = arguments["probabilities"],
      let classes = arguments["classes"]?.constant
    else {
      throw ModelFileError(
        .invalid, found: "inputs \(arguments.keys.sorted())",
        expected: "probabilities and a constant of classes")
    }
    let labels: ClassLabels
    switch classes.content {
    case .texts(let texts): labels = .texts(texts)
    case .integers(let integers): labels = .integers(integers.map { Int64($0) })
    case .numbers:
      throw ModelFileError(
        .invalid, found: "classes of numbers", expected: "texts or integers")
    }
    classifier = (probabilities, try labels.checked())
  }
}
