/// A model of a file, checked and ready to run.
struct ModelContents: Sendable {
  /// What the format calls the model's type, such as `glmClassifier`.
  let kind: String
  let description: MLModelDescription
  let stage: any Stage

  /// The names of the values that the model makes.
  var outputNames: [String] {
    description.outputs.map(\.name)
      + [description.predictedFeatureName, description.predictedProbabilitiesName].compactMap(
        \.self)
  }

  /// Computes the outputs, after a check that the inputs are of the declared types.
  func predict(_ features: FeatureTable) throws(MLModelError) -> FeatureTable {
    var inputs: FeatureTable = [:]
    for input in description.inputs {
      inputs[input.name] = try input.accepted(features[input.name])
    }
    return try stage.predict(inputs)
  }
}

extension MLFeatureDescription {
  /// The value as the model takes it: checked, or the default of an optional input.
  fileprivate func accepted(_ value: MLFeatureValue?) throws(MLModelError) -> MLFeatureValue {
    guard let value, !value.isUndefined else {
      guard isOptional else {
        throw MLModelError(.featureType, "input '\(name)' is missing, expected \(self)")
      }
      return try defaultFeature()
    }
    switch (type, value.type) {
    case (.double, .int64): return MLFeatureValue(double: Double(value.int64Value))
    case (type, type): break
    default:
      throw MLModelError(
        .featureType, "input '\(name)': found a value of the type \(value.type), expected \(self)")
    }
    if let array = value.multiArrayValue, let rule = multiArrayConstraint?.shapeConstraint.rule {
      guard rule.allows(array.layout.lengths) else {
        throw MLModelError(
          .featureType,
          "input '\(name)': found an array of shape \(array.layout.lengths), expected \(rule)")
      }
    }
    return value
  }

  private func defaultFeature() throws(MLModelError) -> MLFeatureValue {
    guard let multiArrayConstraint else { return MLFeatureValue(undefined: type) }
    let count = multiArrayConstraint.lengths.reduce(1, *)
    return MLFeatureValue(
      multiArray: try MLMultiArray(
        shape: multiArrayConstraint.lengths,
        floats: Array(repeating: Float(defaultValue ?? 0), count: count)))
  }
}
