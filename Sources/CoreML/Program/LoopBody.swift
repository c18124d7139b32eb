/// The operations of a block, to be recognised by what they do.
struct LoopBody {
  /// What an argument of an operation is bound to.
  enum Argument {
    case name(String)
    case value(Message)

    var name: String? {
      if case .name(let name) = self { name } else { nil }
    }
  }

  /// The operation that makes each value.
  private var makers: [String: Message] = [:]
  let inputs: [String]
  let outputs: [String]

  init(_ block: Message) {
    inputs = block.messages("inputs").map { $0.text("name") }
    outputs = block.texts("outputs")
    for operation in block.messages("operations") {
      for output in operation.messages("outputs") { makers[output.text("name")] = operation }
    }
  }

  /// The operation that makes a value, if it is of a type.
  func maker(_ type: String, of argument: Argument?) -> Message? {
    guard let name = argument?.name, let maker = makers[name], maker.text("type") == type else {
      return nil
    }
    return maker
  }

  /// The only value to which an argument is bound.
  func argument(_ name: String, of operation: Message) -> Argument? {
    guard
      let bindings = operation.messages("inputs").first(where: { $0.text("key") == name })?
        .message("value")?.messages("arguments"), bindings.count == 1
    else { return nil }
    return bindings[0].message("value").map { .value($0) } ?? .name(bindings[0].text("name"))
  }

  /// The two operands of an operation, in either order.
  func operands(
    of type: String, _ argument: Argument?
  ) -> [(first: Argument, second: Argument)] {
    guard let operation = maker(type, of: argument), let x = self.argument("x", of: operation),
      let y = self.argument("y", of: operation)
    else { return [] }
    return [(x, y), (y, x)]
  }
}
