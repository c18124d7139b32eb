extension Graph {
  /// Moves reshapes behind functions of single numbers and drops those that undo each other.
  ///
  /// Convolutions over one axis stand between a reshape to an image and one back; between two of
  /// them nothing but the function remains, which the convolution before can then absorb.
  mutating func moveReshapes() {
    moveFunctionsBeforeReshapes()
    removeUnused()
    joinReshapes()
    removeUnused()
  }

  /// Lets every function whose operands are all reshapes of one shape go before them; a reshape
  /// that stays behind it meets the next function.
  private mutating func moveFunctionsBeforeReshapes() {
    let counts = useCounts
    /// What the values that reshapes make are made of.
    var sources: [Int: Int] = [:]
    var result: [Node] = []
    for node in nodes {
      if Self.onlyReshapes(node.operation) { sources[node.outputs[0]] = node.inputs[0] }
      let output = node.outputs[0]
      guard Self.ignoresShape(node.operation), let first = node.inputs.first,
        let source = sources[first],
        node.inputs.allSatisfy({ input in
          counts[input] == 1 && shapes[input] == shapes[output]
            && sources[input].map { shapes[$0] } == shapes[source]
        })
      else {
        result.append(node)
        continue
      }
      let between = addValue("\(valueNames[output]) before its reshape", shapes[source])
      var function = node
      function.inputs = node.inputs.compactMap { sources[$0] }
      function.outputs = [between]
      result.append(function)
      result.append(
        Node(
          name: node.name, operation: Reshape(shape: shapes[output]), inputs: [between],
          outputs: node.outputs))
      sources[output] = between
    }
    nodes = result
  }

  /// Lets a reshape of a reshape read the first one's source, or vanish if it undoes it.
  private mutating func joinReshapes() {
    /// What the values that reshapes make are made of in the end.
    var sources: [Int: Int] = [:]
    var replacements: [Int: Int] = [:]
    for index in nodes.indices {
      nodes[index].inputs = nodes[index].inputs.map { replacements[$0] ?? $0 }
      guard Self.onlyReshapes(nodes[index].operation) else { continue }
      let (input, output) = (nodes[index].inputs[0], nodes[index].outputs[0])
      let source = sources[input] ?? input
      sources[output] = source
      if shapes[source] == shapes[output], !outputs.contains(output) {
        replacements[output] = source
      } else if source != input {
        nodes[index].operation = Reshape(shape: shapes[output])
        nodes[index].inputs = [source]
      }
    }
  }

  /// Whether an operation does nothing but give its input another shape.
  private static func onlyReshapes(_ operation: any LayerOperation) -> Bool {
    if let reshape = operation as? Reshape { return reshape.order == .rowMajor }
    return operation is any ReshapingOperation
  }

  /// Whether an operation treats every number alike, wherever it stands.
  private static func ignoresShape(_ operation: any LayerOperation) -> Bool {
    switch operation {
    case let activation as Activation:
      switch activation.function {
      case .preLU(let slopes): slopes.count == 1
      case .parametricSoftplus(let alpha, let beta): alpha.count == 1 && beta.count == 1
      default: true
      }
    case is Unary, is Elementwise: true
    default: false
    }
  }
}
