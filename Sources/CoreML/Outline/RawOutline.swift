/// The parts of a model that cannot be read as a whole: kinds alone, and which are not supported.
enum RawOutline {
  private static let nestingLimit = 16

  static func part(of model: Message, name: String, depth: Int = 0) -> ModelOutline.Part {
    guard let type = model.alternative(to: "pipeline"),
      let parameters = model.message(named: type.name)
    else {
      let number = model.unknownFields.last { $0 >= 200 }
      return ModelOutline.Part(
        name: name, kind: number.map { "field \($0)" } ?? "no type",
        problem: "not a type that this package runs")
    }
    var part = ModelOutline.Part(name: name, kind: camelCase(type.name))
    switch type.name {
    case "pipeline", "pipeline_classifier", "pipeline_regressor":
      let pipeline = type.name == "pipeline" ? parameters : parameters.message("pipeline")
      guard depth < nestingLimit else { return part }
      part.parts = (pipeline?.messages("models") ?? []).enumerated().map {
        Self.part(of: $1, name: "stage \($0)", depth: depth + 1)
      }
    case "neural_network", "neural_network_classifier", "neural_network_regressor":
      part.parts = parameters.messages("layers").map(layer)
    case "ml_program":
      let functions = parameters.messages("functions").compactMap { $0.message("value") }
      let blocks = functions.flatMap { $0.messages("block_specializations") }
      let operations = blocks.flatMap { $0.message("value")?.messages("operations") ?? [] }
      part.parts = operations.filter { $0.text("type") != "const" }.map(operation)
    default: break
    }
    return part
  }

  private static func layer(_ layer: Message) -> ModelOutline.Part {
    let kind = layer.alternative(to: "convolution")?.name
    let isKnown = kind.map { LayerReader.readers[$0] != nil && $0 != "custom" } ?? false
    let number = layer.unknownFields.last { $0 >= 100 }
    return ModelOutline.Part(
      name: layer.text("name"),
      kind: kind.map(camelCase) ?? number.map { "field \($0)" } ?? "no kind",
      problem: isKnown ? nil : "not a layer that this package runs")
  }

  private static func operation(_ operation: Message) -> ModelOutline.Part {
    let kind = operation.text("type")
    let isKnown =
      OperationReader.readers[kind] != nil
      || ["while_loop", "cond", "classify"].contains(kind)
    return ModelOutline.Part(
      name: operation.messages("outputs").first?.text("name") ?? "", kind: kind,
      problem: isKnown ? nil : "not an operation that this package runs")
  }
}
