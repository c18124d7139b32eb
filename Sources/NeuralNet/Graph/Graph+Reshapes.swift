extension Graph {
  /// Moves reshapes behind functions of single numbers and drops those that undo each other.
  ///
  /// Convolutions over one axis stand between a reshape to an image and one back; between two of
  /// them nothing but the function remains, which the convolution before can then absorb.
  mutating func moveReshapes() {
    // Every round moves some reshape towards the end of the network, so the rounds end.
    var rounds = 0
    while rounds < nodes.count, moveReshapesOnce() { rounds += 1 }
    joinReshapes()
    removeUnused()
  }

  /// Lets every function whose operands are all reshapes of one shape go before them.
  private mutating func moveReshapesOnce() -> Bool {
    let makers = producers
    let counts = useCounts
    var moved = false
    for index in nodes.indices where Self.ignoresShape(nodes[index].operation) {
      let node = nodes[index]
      let sources = node.inputs.map { input -> Int? in
        guard let maker = makers[input], counts[input] == 1,
          nodes[maker].operation is any ReshapingOperation
        else { return nil }
        return nodes[maker].inputs[0]
      }
      guard let first = sources.first, let source = first,
        sources.allSatisfy({ $0.map { shapes[$0] } == shapes[source] }),
        node.inputs.allSatisfy({ shapes[$0] == shapes[node.outputs[0]] })
      else { continue }
      let between = addValue("\(valueNames[node.outputs[0]]) before its reshape", shapes[source])
      nodes[index].inputs = sources.compactMap { $0 }
      nodes[index].outputs = [between]
      nodes.insert(
        Node(
          name: node.name, operation: Reshape(shape: shapes[node.outputs[0]]), inputs: [between],
          outputs: node.outputs), at: index + 1)
      moved = true
      break
    }
    if moved { removeUnused() }
    return moved
  }

  /// Lets a reshape of a reshape read the first one's source, or vanish if it undoes it.
  private mutating func joinReshapes() {
    let makers = producers
    var replacements: [Int: Int] = [:]
    for index in nodes.indices {
      nodes[index].inputs = nodes[index].inputs.map { replacements[$0] ?? $0 }
      guard nodes[index].operation is any ReshapingOperation else { continue }
      var source = nodes[index].inputs[0]
      while let maker = makers[source], nodes[maker].operation is any ReshapingOperation {
        source = nodes[maker].inputs[0]
      }
      let output = nodes[index].outputs[0]
      if shapes[source] == shapes[output], !outputs.contains(output) {
        replacements[output] = source
      } else if source != nodes[index].inputs[0] {
        nodes[index].operation = Reshape(shape: shapes[output])
        nodes[index].inputs = [source]
      }
    }
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
