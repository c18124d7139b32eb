/// A network with its values numbered and their shapes known; compiling rewrites it.
struct Graph {
  struct Node {
    var name: String
    var operation: any LayerOperation
    var inputs: [Int]
    var outputs: [Int]
  }

  var nodes: [Node] = []
  /// The shape of every value.
  private(set) var shapes: [[Int]] = []
  private(set) var valueNames: [String] = []
  private(set) var inputs: [Int] = []
  private(set) var outputs: [Int] = []

  /// Resolves names and infers shapes, or throws at the first layer that does not fit.
  init(_ network: Network, inputShapes: [String: [Int]]) throws(NetworkError) {
    guard network.layers.count <= maximumLayerCount else {
      throw Self.fault(
        "layers", found: "\(network.layers.count)", expected: "at most \(maximumLayerCount)")
    }
    var ids: [String: Int] = [:]
    for name in network.inputs {
      guard let shape = inputShapes[name] else {
        throw Self.fault("inputs", found: "no shape for '\(name)'", expected: "one")
      }
      guard ids[name] == nil else {
        throw Self.fault("inputs", found: "'\(name)' twice", expected: "distinct names")
      }
      try Self.check(shape, of: name, layer: "", operation: "inputs")
      ids[name] = addValue(name, shape)
      inputs.append(shapes.count - 1)
    }
    for layer in network.layers {
      let node = try add(layer, &ids)
      nodes.append(node)
    }
    for name in network.outputs {
      guard let id = ids[name] else {
        throw Self.fault(
          "outputs", found: "'\(name)'", expected: "an input or a value that a layer makes")
      }
      outputs.append(id)
    }
  }

  private mutating func add(
    _ layer: Layer, _ ids: inout [String: Int]
  ) throws(NetworkError) -> Node {
    let operation = layer.operation
    let operationName = type(of: operation).operationName
    func fault(_ found: String, _ expected: String) -> NetworkError {
      NetworkError(
        layer: layer.name, operation: operationName, found: found, expected: expected)
    }
    var inputs: [Int] = []
    for name in layer.inputs {
      guard let id = ids[name] else {
        throw fault("input '\(name)'", "an input of the network or a value made before")
      }
      inputs.append(id)
    }
    let outputShapes: [[Int]]
    do {
      outputShapes = try operation.outputShapes(for: inputs.map { shapes[$0] })
    } catch {
      var named = error
      named.layer = layer.name
      throw named
    }
    guard outputShapes.count == layer.outputs.count else {
      throw fault("\(layer.outputs.count) outputs", "\(outputShapes.count)")
    }
    var outputs: [Int] = []
    for (name, shape) in zip(layer.outputs, outputShapes) {
      guard ids[name] == nil else {
        throw fault("output '\(name)' made twice", "distinct names of values")
      }
      try Self.check(shape, of: name, layer: layer.name, operation: operationName)
      let id = addValue(name, shape)
      ids[name] = id
      outputs.append(id)
    }
    return Node(name: layer.name, operation: operation, inputs: inputs, outputs: outputs)
  }

  /// Adds a value that no layer of the network names.
  mutating func addValue(_ name: String, _ shape: [Int]) -> Int {
    shapes.append(shape)
    valueNames.append(name)
    return shapes.count - 1
  }

  private static func fault(_ part: String, found: String, expected: String) -> NetworkError {
    NetworkError(layer: "", operation: part, found: found, expected: expected)
  }

  private static func check(
    _ shape: [Int], of name: String, layer: String, operation: String
  ) throws(NetworkError) {
    let isBounded = shape.count <= maximumRank && elementCount(of: shape) != nil
    guard isBounded, shape.allSatisfy({ $0 >= 1 }) else {
      throw NetworkError(
        layer: layer, operation: operation, found: "'\(name)' of shape \(shape)",
        expected:
          "at most \(maximumRank) axes of at least 1 and \(maximumElementCount) elements")
    }
  }

  /// How often each value is read, as an output of the network included.
  var useCounts: [Int] {
    var counts = [Int](repeating: 0, count: shapes.count)
    for node in nodes { for input in node.inputs { counts[input] += 1 } }
    for output in outputs { counts[output] += 1 }
    return counts
  }

  /// Drops nodes whose results nobody reads.
  mutating func removeUnused() {
    var isNeeded = [Bool](repeating: false, count: shapes.count)
    for output in outputs { isNeeded[output] = true }
    var kept: [Node] = []
    for node in nodes.reversed() where node.outputs.contains(where: { isNeeded[$0] }) {
      for input in node.inputs { isNeeded[input] = true }
      kept.append(node)
    }
    nodes = kept.reversed()
  }
}
