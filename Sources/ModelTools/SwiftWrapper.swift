package import CoreML

/// Writes the class through which Swift code uses a model: properties for inputs and outputs, and
/// initialisers that find the model among the resources of the module.
package struct SwiftWrapper {
  private let name: String
  private let className: String
  private let inputs: [WrapperFeature]
  private let outputs: [WrapperFeature]
  private let access: String

  /// Describes the class.
  ///
  /// - Parameters:
  ///   - model: a model's description.
  ///   - name: the name of the model's file without its extension, and of the class.
  ///   - isPublic: whether other modules may use the class.
  package init(_ model: MLModelDescription, name: String, isPublic: Bool = false) {
    self.name = name
    className = SwiftName.type(name)
    let taken: Set = [
      className, "\(className)Input", "\(className)Output", "featureNames", "featureValue",
    ]
    inputs = WrapperFeature.all(model.inputDescriptionsByName.values, taken: taken)
    outputs = WrapperFeature.all(model.outputDescriptionsByName.values, taken: taken)
    access = isPublic ? "public " : ""
  }

  /// The source text.
  package var source: String {
    """
    // Made from the model \(SwiftName.comment(name)) by soundanalysis model generate-swift.

    import CoreML
    import Foundation

    \(provider("\(className)Input", inputs, documentation: "The inputs of \(className)."))

    \(provider("\(className)Output", outputs, documentation: "The outputs of \(className)."))

    \(modelClass)

    """
  }

  /// A class that provides features by name.
  private func provider(
    _ type: String, _ features: [WrapperFeature], documentation: String
  ) -> String {
    let isOutput = type.hasSuffix("Output")
    let properties = features.map { feature in
      "  \(access)var \(feature.property): \(feature.swiftType ?? "")"
    }
    let parameters = features.map { "\($0.property): \($0.swiftType ?? "")" }
    let assignments = features.map { "    self.\($0.property) = \($0.property)" }
    let names = features.map(\.literal).joined(separator: ", ")
    let cases = features.map {
      "    case \($0.literal): return \($0.featureValue("self.\($0.property)"))"
    }
    var lines = ["/// \(documentation)", "\(access)class \(type): MLFeatureProvider {"]
    lines += properties
    lines += [
      "", "  \(access)var featureNames: Set<String> { [\(names)] }", "",
      "  \(access)func featureValue(for featureName: String) -> MLFeatureValue? {",
      "    switch featureName {",
    ]
    lines += cases + ["    default: return nil", "    }", "  }", ""]
    lines += ["  \(access)init(\(parameters.joined(separator: ", "))) {"] + assignments + ["  }"]
    if isOutput {
      lines += ["", "  \(access)init(features provider: any MLFeatureProvider) {"]
      lines += features.map { "    self.\($0.property) = \($0.reading("provider"))" } + ["  }"]
    } else if features.contains(where: { $0.scalar != nil }) {
      lines += ["", "  \(access)convenience init(\(shapedParameters)) {"]
      lines += ["    self.init(\(shapedArguments))", "  }"]
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// The inputs as parameters, arrays as shaped arrays.
  private var shapedParameters: String {
    inputs.map { input in
      let type = input.scalar.map { "MLShapedArray<\($0)>" } ?? input.swiftType ?? ""
      return "\(input.property): \(type)"
    }.joined(separator: ", ")
  }

  private var shapedArguments: String {
    inputs.map { input in
      input.scalar == nil
        ? "\(input.property): \(input.property)"
        : "\(input.property): MLMultiArray(\(input.property))"
    }.joined(separator: ", ")
  }

  private var modelClass: String {
    let parameters = inputs.map { "\($0.property): \($0.swiftType ?? "")" }
      .joined(separator: ", ")
    let arguments = inputs.map { "\($0.property): \($0.property)" }.joined(separator: ", ")
    let (input, output) = ("\(className)Input", "\(className)Output")
    let shaped =
      inputs.contains { $0.scalar != nil }
      ? """


        /// Computes the outputs for shaped arrays.
        \(access)func prediction(\(shapedParameters)) throws -> \(output) {
          try self.prediction(input: \(input)(\(shapedArguments)))
        }
      """ : ""
    return """
      /// The model \(SwiftName.comment(name)).
      \(access)class \(className) {
        \(access)let model: MLModel

        /// Where the model lies among the resources of this module.
        \(access)class var urlOfModelInThisBundle: URL {
          for type in ["mlmodelc", "mlmodel", "mlpackage"] {
            if let url = Bundle.module.url(forResource: \(SwiftName.literal(name)), withExtension: type) {
              return url
            }
          }
          return Bundle.module.bundleURL.appendingPathComponent(\(SwiftName.literal(name + ".mlmodelc")))
        }

        \(access)init(model: MLModel) {
          self.model = model
        }

        \(access)convenience init(configuration: MLModelConfiguration = MLModelConfiguration()) throws {
          try self.init(contentsOf: Self.urlOfModelInThisBundle, configuration: configuration)
        }

        @available(*, deprecated, message: "Use init(configuration:) instead and handle errors.")
        \(access)convenience init() {
          try! self.init(contentsOf: Self.urlOfModelInThisBundle)
        }

        \(access)convenience init(contentsOf modelURL: URL) throws {
          try self.init(model: MLModel(contentsOf: modelURL))
        }

        \(access)convenience init(contentsOf modelURL: URL, configuration: MLModelConfiguration) throws {
          try self.init(model: MLModel(contentsOf: modelURL, configuration: configuration))
        }

        /// Reads the model away from the caller's thread.
        \(access)class func load(
          configuration: MLModelConfiguration = MLModelConfiguration()
        ) async throws -> \(className) {
          try await load(contentsOf: urlOfModelInThisBundle, configuration: configuration)
        }

        /// Reads the model away from the caller's thread.
        \(access)class func load(
          contentsOf modelURL: URL, configuration: MLModelConfiguration = MLModelConfiguration()
        ) async throws -> \(className) {
          let model = try await MLModel.load(contentsOf: modelURL, configuration: configuration)
          return \(className)(model: model)
        }

        /// Reads the model on another thread and hands it, or the error, to a closure.
        \(access)class func load(
          contentsOf modelURL: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
          completionHandler handler: @escaping @Sendable (Result<\(className), any Error>) -> Void
        ) {
          MLModel.load(contentsOf: modelURL, configuration: configuration) { result in
            handler(result.map { \(className)(model: $0) })
          }
        }

        /// Computes the outputs.
        \(access)func prediction(input: \(input)) throws -> \(output) {
          try self.prediction(input: input, options: MLPredictionOptions())
        }

        /// Computes the outputs.
        \(access)func prediction(
          input: \(input), options: MLPredictionOptions
        ) throws -> \(output) {
          \(output)(features: try model.prediction(from: input, options: options))
        }

        /// Computes the outputs.
        \(access)func prediction(\(parameters)) throws -> \(output) {
          try self.prediction(input: \(input)(\(arguments)))
        }\(shaped)

        /// Computes the outputs for each of several inputs.
        \(access)func predictions(
          inputs: [\(input)], options: MLPredictionOptions = MLPredictionOptions()
        ) throws -> [\(output)] {
          let batch = MLArrayBatchProvider(array: inputs)
          let results = try model.predictions(from: batch, options: options)
          return (0..<results.count).map { \(output)(features: results.features(at: $0)) }
        }
      }
      """
  }
}
