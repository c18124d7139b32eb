extension MLModel {
  /// Computes the outputs for one set of inputs.
  ///
  /// Arrays of another element type than declared are converted.
  ///
  /// - Throws: `MLModelError.featureType` for an input that is missing or does not suit the model,
  ///   `.generic` for a model that can be read but not run.
  public func prediction(from input: any MLFeatureProvider) throws -> any MLFeatureProvider {
    var features: FeatureTable = [:]
    for name in modelDescription.inputs.map(\.name) {
      features[name] = input.featureValue(for: name)
    }
    do throws(MLModelError) {
      let values = try contents.predict(features)
      var outputs: FeatureTable = [:]
      for name in contents.outputNames { outputs[name] = values[name] }
      return MLDictionaryFeatureProvider(values: outputs)
    } catch {
      throw error.within(path)
    }
  }

  /// Computes the outputs for one set of inputs.
  ///
  /// - Throws: as `prediction(from:)`.
  public func prediction(
    from input: any MLFeatureProvider, options: MLPredictionOptions
  ) throws -> any MLFeatureProvider {
    try prediction(from: input)
  }

  /// Computes the outputs for one set of inputs away from the caller's thread.
  ///
  /// - Throws: as the form without `async`.
  public func prediction(
    from input: any MLFeatureProvider, options: MLPredictionOptions = MLPredictionOptions()
  ) async throws -> any MLFeatureProvider {
    // The closure, which is not asynchronous, picks the other form.
    try { () throws -> any MLFeatureProvider in try prediction(from: input) }()
  }

  /// Computes the outputs for each set of inputs, in order.
  ///
  /// - Throws: as `prediction(from:)`, for the first set that fails.
  public func predictions(fromBatch inputBatch: any MLBatchProvider) throws -> any MLBatchProvider {
    try predictions(from: inputBatch, options: MLPredictionOptions())
  }

  /// Computes the outputs for each set of inputs, in order.
  ///
  /// - Throws: as `prediction(from:)`, for the first set that fails.
  public func predictions(
    from inputBatch: any MLBatchProvider, options: MLPredictionOptions
  ) throws -> any MLBatchProvider {
    let outputs = try (0..<inputBatch.count).map { index in
      try prediction(from: inputBatch.features(at: index))
    }
    return MLArrayBatchProvider(array: outputs)
  }
}
