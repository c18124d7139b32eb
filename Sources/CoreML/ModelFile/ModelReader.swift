/// Reads a model message: its description, and the stage that its type calls for.
struct ModelReader {
  private let message: Message
  private let description: DescriptionReader
  private let choices: ModelChoices

  /// Reads the model and, for a pipeline, the models inside it.
  static func contents(
    of message: Message, choices: ModelChoices = ModelChoices()
  ) throws(ModelFileError) -> ModelContents {
    guard let type = message.alternative(to: "pipeline"),
      let parameters = message.message(named: type.name)
    else {
      let number = message.unknownFields.last { $0 >= 200 }
      throw ModelFileError(
        .unsupported,
        found: number.map { "a model type with the field number \($0)" } ?? "no model type",
        expected: "one that this package runs")
    }
    let kind = camelCase(type.name)
    do throws(ModelFileError) {
      let reader = ModelReader(
        message: message,
        description: try DescriptionReader(of: message, functionName: choices.functionName),
        choices: choices)
      let stage = try reader.stage(type.name, parameters)
      return ModelContents(
        kind: kind, description: reader.description.description(labels: stage.labels),
        stage: stage)
    } catch {
      throw error.within(kind)
    }
  }

  private func stage(
    _ type: String, _ parameters: Message
  ) throws(ModelFileError) -> any Stage {
    switch type {
    case "pipeline":
      return try pipeline(parameters)
    case "pipeline_classifier":
      let pipeline = try pipeline(try parameters.required("pipeline"))
      guard pipeline.labels != nil else {
        throw ModelFileError(.invalid, found: "no stage with class labels", expected: "one")
      }
      return pipeline
    case "neural_network":
      return try NetworkStage(parameters, description: description, labels: nil)
    case "neural_network_classifier":
      return try NetworkStage(
        parameters, description: description, labels: try classLabels(of: parameters))
    case "ml_program":
      return try NetworkStage(
        ProgramSource(parameters, description: description), description: description)
    case "glm_classifier":
      return try GLMClassifierStage(
        parameters, description: description, labels: try classLabels(of: parameters))
    case "support_vector_classifier":
      return try VectorClassifierStage(
        try SupportVectorClassifier(
          parameters, labels: try classLabels(of: parameters),
          featureCount: try FeatureVector(description.inputs).count), description: description)
    case "tree_ensemble_classifier":
      return try VectorClassifierStage(
        try TreeEnsembleClassifier(
          parameters, labels: try classLabels(of: parameters),
          featureCount: try FeatureVector(description.inputs).count), description: description)
    case "k_nearest_neighbors_classifier":
      return try VectorClassifierStage(
        try NearestNeighborsClassifier(parameters, neighborCount: choices.neighborCount),
        description: description)
    case "scaler":
      return try VectorTransformStage(scaler: parameters, description: description)
    case "normalizer":
      return try VectorTransformStage(normalizer: parameters, description: description)
    case "array_feature_extractor":
      return try VectorTransformStage(extractor: parameters, description: description)
    case "feature_vectorizer":
      return try VectorTransformStage(vectorizer: parameters, description: description)
    case "dict_vectorizer":
      return try DictVectorizerStage(parameters, description: description)
    case "sound_analysis_preprocessing":
      return try PreprocessingStage(parameters, description: description)
    case "audio_feature_print":
      return try FeaturePrintStage(parameters)
    case "custom_model":
      let name = parameters.text("class_name")
      if name == PreprocessingStage.turiClassName {
        return try PreprocessingStage(description: description)
      }
      throw ModelFileError(
        .customModel, found: "a custom model of the class '\(name)'",
        expected: "models of Core ML: only the model's author has the code of this one")
    default:
      throw ModelFileError(
        .unsupported,
        found: "a model of this type (field number \(message.alternative(to: "pipeline")!.number))",
        expected: "one that this package runs")
    }
  }

  private func pipeline(_ pipeline: Message) throws(ModelFileError) -> PipelineStage {
    let messages = pipeline.messages("models")
    let names = pipeline.texts("names")
    guard !messages.isEmpty else {
      throw ModelFileError(.invalid, found: "no stages", expected: "one at least")
    }
    guard names.isEmpty || (names.count == messages.count && Set(names).count == names.count)
    else {
      throw ModelFileError(
        .invalid, found: "\(names.count) stage names, \(Set(names).count) of them different",
        expected: "none, or one of its own for each of \(messages.count) stages")
    }
    // A function is one of the model as a whole.
    var stageChoices = choices
    stageChoices.functionName = nil
    var models: [ModelContents] = []
    var places: [String] = []
    for (index, message) in messages.enumerated() {
      let place = "stage \(index)" + (names.isEmpty ? "" : " '\(names[index])'")
      do throws(ModelFileError) {
        let contents = try Self.contents(of: message, choices: stageChoices)
        models.append(contents)
        places.append("\(place) (\(contents.kind))")
      } catch {
        throw error.within(place)
      }
    }
    return try PipelineStage(models, places: places, description: description)
  }

  /// The labels of a classifier, which must be there and differ from each other.
  private func classLabels(of classifier: Message) throws(ModelFileError) -> ClassLabels {
    let labels: ClassLabels
    if let texts = classifier.message("string_class_labels")?.texts("vector") {
      labels = .texts(texts)
    } else if let integers = classifier.message("int64_class_labels")?.integers("vector") {
      labels = .integers(integers.map(Int64.init))
    } else {
      throw ModelFileError(.invalid, found: "no class labels", expected: "texts or integers")
    }
    return try labels.checked()
  }
}
