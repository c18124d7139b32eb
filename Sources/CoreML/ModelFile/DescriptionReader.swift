internal import NeuralNet

/// Reads what a model says about itself: inputs, outputs, predicted names and texts.
struct DescriptionReader {
  let inputs: [MLFeatureDescription]
  let outputs: [MLFeatureDescription]
  let predictedFeatureName: String?
  let predictedProbabilitiesName: String?
  /// The function of an ML Program that is described; nil if the file does not say.
  let functionName: String?
  private let isUpdatable: Bool
  private let texts: [MLModelMetadataKey: String]
  private let creatorDefinedMetadata: [String: String]

  /// Reads the description of a model message.
  ///
  /// - Parameter functionName: the function of an ML Program to describe; nil for its default.
  init(of model: Message, functionName: String? = nil) throws(ModelFileError) {
    let description = try model.required("description")
    let defaultName = description.text("default_function_name")
    let wanted = functionName ?? (defaultName.isEmpty ? nil : defaultName)
    // A model of several functions describes each; others describe themselves.
    let functions = description.messages("functions")
    let function =
      functions.first { $0.text("name") == wanted }
      ?? (functionName == nil ? functions.first : nil)
    if let functionName, !functions.isEmpty, function == nil {
      throw ModelFileError(
        .invalid, found: "no function '\(functionName)'",
        expected: "one of \(functions.map { $0.text("name") })")
    }
    self.functionName = function?.text("name") ?? wanted
    let features = function ?? description
    guard features.messages("state").isEmpty else {
      throw ModelFileError(
        .unsupported, found: "a model that keeps a state from one prediction to the next",
        expected: "a model without one")
    }
    inputs = try Self.features(features.messages("input"), role: "input")
    outputs = try Self.features(features.messages("output"), role: "output")
    let feature = features.text("predicted_feature_name")
    let probabilities = features.text("predicted_probabilities_name")
    predictedFeatureName = feature.isEmpty ? nil : feature
    predictedProbabilitiesName = probabilities.isEmpty ? nil : probabilities
    isUpdatable = model.flag("is_updatable")

    let metadata = description.message("metadata")
    var texts: [MLModelMetadataKey: String] = [:]
    texts[.description] = metadata?.text("short_description")
    texts[.versionString] = metadata?.text("version_string")
    texts[.author] = metadata?.text("author")
    texts[.license] = metadata?.text("license")
    self.texts = texts.filter { !$0.value.isEmpty }
    creatorDefinedMetadata = Dictionary(
      (metadata?.messages("user_defined") ?? []).map { ($0.text("key"), $0.text("value")) }
    ) { _, last in last }
  }

  /// The description for users, once the labels are known.
  func description(labels: ClassLabels?) -> MLModelDescription {
    MLModelDescription(
      inputs: inputs, outputs: outputs, predictedFeatureName: predictedFeatureName,
      predictedProbabilitiesName: predictedProbabilitiesName, labels: labels,
      isUpdatable: isUpdatable, texts: texts, creatorDefinedMetadata: creatorDefinedMetadata)
  }

  private static func features(
    _ messages: [Message], role: String
  ) throws(ModelFileError) -> [MLFeatureDescription] {
    var features: [MLFeatureDescription] = []
    var names: Set<String> = []
    for (index, message) in messages.enumerated() {
      let name = message.text("name")
      guard !name.isEmpty, names.insert(name).inserted else {
        throw ModelFileError(
          .invalid, at: "\(role) \(index)",
          found: name.isEmpty ? "no name" : "the name '\(name)' again",
          expected: "a name of its own")
      }
      do throws(ModelFileError) {
        features.append(try feature(message, name: name))
      } catch {
        throw error.within("\(role) '\(name)'")
      }
    }
    return features
  }

  private static func feature(
    _ message: Message, name: String
  ) throws(ModelFileError) -> MLFeatureDescription {
    let type = try message.required("type")
    let isOptional = type.flag("is_optional")
    let shortDescription = message.text("short_description")
    func simple(_ kind: MLFeatureType) -> MLFeatureDescription {
      MLFeatureDescription(
        name: name, type: kind, isOptional: isOptional, shortDescription: shortDescription)
    }
    switch type.alternative(to: "int64_type")?.name {
    case "int64_type": return simple(.int64)
    case "double_type": return simple(.double)
    case "string_type": return simple(.string)
    case "image_type": return simple(.image)
    case "sequence_type": return simple(.sequence)
    case "state_type": return simple(.state)
    case "dictionary_type":
      let isInteger = type.message("dictionary_type")?.message("int64_key_type") != nil
      return MLFeatureDescription(
        name: name, type: .dictionary, isOptional: isOptional, shortDescription: shortDescription,
        dictionaryConstraint: MLDictionaryConstraint(keyType: isInteger ? .int64 : .string))
    case "multi_array_type":
      let array = try type.required("multi_array_type")
      return MLFeatureDescription(
        name: name, type: .multiArray, isOptional: isOptional, shortDescription: shortDescription,
        multiArrayConstraint: try ArrayTypeReader(array).constraint(),
        defaultValue: defaultValue(of: array))
    default:
      throw ModelFileError(
        .unsupported,
        found: "a type with the field number \(type.unknownFields.first ?? 0)",
        expected: "one that this package knows")
    }
  }

  private static func defaultValue(of array: Message) -> Double? {
    switch array.alternative(to: "int_default_value")?.name {
    case "int_default_value": Double(array.integer("int_default_value"))
    case "float_default_value": Double(array.float("float_default_value"))
    case "double_default_value": array.double("double_default_value")
    default: nil
    }
  }
}
