/// A graph of layers in executable order, from named inputs to named outputs.
package struct Network: Sendable {
  /// The names of the values that a caller gives.
  package let inputs: [String]
  /// The layers; each reads only inputs and values that an earlier layer made.
  package let layers: [Layer]
  /// The names of the values that a caller gets.
  package let outputs: [String]
  /// Weights that compiling merged, shared by all plans of the network.
  let mergedWeights = MergedWeights()

  package init(inputs: [String], layers: [Layer], outputs: [String]) {
    self.inputs = inputs
    self.layers = layers
    self.outputs = outputs
  }

  /// The shape of every value, by name, for the given shapes of the inputs.
  package func shapes(
    inputShapes: [String: [Int]]
  ) throws(NetworkError) -> [String: [Int]] {
    let graph = try Graph(self, inputShapes: inputShapes)
    return Dictionary(uniqueKeysWithValues: zip(graph.valueNames, graph.shapes))
  }

  /// Computes the outputs by the slow, plain definition of every layer.
  package func evaluate(
    _ inputs: [String: Tensor]
  ) throws(NetworkError) -> [String: Tensor] {
    let graph = try Graph(self, inputShapes: inputs.mapValues(\.shape))
    var values = [Tensor?](repeating: nil, count: graph.shapes.count)
    for id in graph.inputs { values[id] = inputs[graph.valueNames[id]] }
    for node in graph.nodes {
      let results = node.operation.evaluate(node.inputs.compactMap { values[$0] })
      for (id, result) in zip(node.outputs, results) {
        precondition(result.shape == graph.shapes[id], "\(node.name) broke its shape rule")
        values[id] = result
      }
    }
    var outputs: [String: Tensor] = [:]
    for id in graph.outputs { outputs[graph.valueNames[id]] = values[id] }
    return outputs
  }

  /// Prepares the network for inputs of the given shapes, to be run many times.
  ///
  /// - Parameter rewrites: Whether neighbouring layers may be merged; tests compare both ways.
  package func compile(
    inputShapes: [String: [Int]], rewrites: Bool = true
  ) throws(NetworkError) -> Plan {
    var graph = try Graph(self, inputShapes: inputShapes)
    graph.removeUnused()
    if rewrites { graph.rewrite(mergedWeights) }
    return try graph.plan(mergedWeights)
  }
}
