internal import NeuralNet

/// Reads a function of an ML Program for inputs of given shapes, operation by operation.
struct ProgramReader {
  let budget: ProgramBudget
  let constants: ProgramConstants
  let builder: ProgramBuilder
  /// What the `classify` operation names.
  private(set) var classifier: (probabilities: ProgramValue, labels: ClassLabels)?

  /// Prepares to read a function.
  ///
  /// - Parameters:
  ///   - blobs: what lies beside the file.
  ///   - cache: what was read of the same function for inputs of other shapes.
  ///   - limits: what the program may cost.
  init(
    blobs: ModelBlobs?, cache: ConstantCache,
    limits: ProgramBudget.Limits = ProgramBudget.Limits()
  ) {
    budget = ProgramBudget(limits)
    constants = ProgramConstants(blobs: blobs?.folder, cache: cache, budget: budget)
    builder = ProgramBuilder(
      checksWeights: blobs?.isCompiled != true, budget: budget, constants: constants)
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
    let scope = ProgramScope(inputs)
    try read(block.messages("operations"), in: scope, within: "operation")
    var outputs: [String: ProgramValue] = [:]
    for output in block.texts("outputs") { outputs[output] = scope[output] }
    return outputs
  }

  /// Reads the operations of a block.
  ///
  /// - Parameter prefix: what errors call each of them.
  mutating func read(
    _ operations: [Message], in scope: ProgramScope, within prefix: String
  ) throws(ModelFileError) {
    for (index, operation) in operations.enumerated() {
      do throws(ModelFileError) {
        try read(operation, in: scope)
      } catch {
        let name = Self.name(of: operation)
        throw error.within("\(prefix) \(index) '\(name)' (\(operation.text("type")))")
      }
    }
  }

  /// The name in the attributes, or that of the first result.
  static func name(of operation: Message) -> String {
    let attribute = operation.messages("attributes").first { $0.text("key") == "name" }
    let text = attribute?.message("value")?.message("immediate_value")?.message("tensor")?
      .message("strings")?.texts("values").first
    return text ?? operation.messages("outputs").first?.text("name") ?? ""
  }

  private mutating func read(
    _ operation: Message, in scope: ProgramScope
  ) throws(ModelFileError) {
    try budget.countOperation()
    let results: [ProgramValue]
    switch operation.text("type") {
    case "const": results = [try constant(of: operation)]
    case "while_loop": results = try loop(operation, in: scope)
    case "cond": results = try branch(operation, in: scope)
    case "classify":
      try classify(operation, in: scope)
      return
    default:
      let reader = try reader(of: operation, in: scope)
      results =
        reader.unpacksWeights
        ? try constants.unpacked(by: operation, from: reader.arguments) {
          () throws(ModelFileError) in try reader.read()
        } : try reader.read()
    }
    try keep(results, as: operation.messages("outputs"), in: scope)
  }

  private func reader(
    of operation: Message, in scope: ProgramScope
  ) throws(ModelFileError) -> OperationReader {
    let type = operation.text("type")
    var arguments: [String: [ProgramValue]] = [:]
    for entry in operation.messages("inputs") {
      arguments[entry.text("key")] = try bound(try entry.required("value"), in: scope)
    }
    if OperationReader.unpacksWeights(type) {
      // Older files keep everything in attributes.
      for entry in operation.messages("attributes") where entry.text("key") != "name" {
        let value = try constants.constant(try entry.required("value"))
        arguments[entry.text("key")] = [.constant(value)]
      }
    }
    var types: [ElementType] = []
    for output in operation.messages("outputs") {
      types.append(try ValueReader.declared(try output.required("type")).type)
    }
    return OperationReader(
      name: Self.name(of: operation), type: type, arguments: arguments, resultTypes: types,
      builder: builder)
  }

  /// The values to which an argument is bound.
  func bound(
    _ argument: Message, in scope: ProgramScope
  ) throws(ModelFileError) -> [ProgramValue] {
    let bindings = argument.messages("arguments")
    try budget.countArguments(bindings.count)
    var result: [ProgramValue] = []
    for binding in bindings {
      if let value = binding.message("value") {
        result.append(.constant(try constants.constant(value)))
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

  /// The value of a `const` operation.
  func constant(of operation: Message) throws(ModelFileError) -> ProgramValue {
    guard
      let value = operation.messages("attributes").first(where: { $0.text("key") == "val" })?
        .message("value")
    else { throw ModelFileError(.invalid, found: "no value", expected: "an attribute val") }
    return .constant(try constants.constant(value))
  }

  /// Gives results the names that the operation declares, after a comparison with the types.
  func keep(
    _ results: [ProgramValue], as declared: [Message], in scope: ProgramScope
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

  // MARK: Classes

  private mutating func classify(
    _ operation: Message, in scope: ProgramScope
  ) throws(ModelFileError) {
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
