internal import NeuralNet

extension NetworkStage {
  /// The layers for the default shapes of the inputs.
  var layerParts: [ModelOutline.Part] {
    guard let (network, inputShapes) = defaultNetwork,
      let shapes = try? network.shapes(inputShapes: inputShapes)
    else { return [] }
    return network.layers.compactMap { layer in
      // What only gives values the names of outputs is no part of the model.
      if let unary = layer.operation as? Unary, unary.function == .identity,
        layer.outputs[0].contains("\u{0}"),
        layer.name == "classify"
          || layer.outputs[0].hasPrefix(ProgramSource.outputPrefix)
      {
        return nil
      }
      let outputs = layer.outputs.map { shapes[$0] ?? [] }
      let cost = LayerCost(
        of: layer.operation, inputs: layer.inputs.map { shapes[$0] ?? [] }, outputs: outputs)
      return ModelOutline.Part(
        name: layer.name, kind: type(of: layer.operation).operationName, shape: outputs.first,
        parameterCount: cost.parameterCount, multiplyAddCount: cost.multiplyAddCount)
    }
  }
}
