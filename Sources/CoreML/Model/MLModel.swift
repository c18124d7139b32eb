public import Foundation

/// A model that turns named values into named values, read from a Core ML model file.
///
/// Predictions may run on several threads at the same time; each has working memory of its own,
/// and all share the weights.
///
///     let model = try MLModel(contentsOf: URL(fileURLWithPath: "Birds.mlmodel"))
///     let samples = try MLMultiArray(recordedSamples)  // 15600 floats at 16 kHz
///     let input = try MLDictionaryFeatureProvider(dictionary: ["audioSamples": samples])
///     let output = try model.prediction(from: input)
///     print(output.featureValue(for: "classLabel")!.stringValue)  // "blackbird"
public final class MLModel: NSObject, Sendable {
  /// What the model takes and gives, and what its author says about it.
  public let modelDescription: MLModelDescription

  /// The checked contents of the file.
  let contents: ModelContents

  /// Where the model was read from, for errors.
  let path: String

  private let wishes: MLModelConfiguration.Wishes

  /// Reads a model with the default configuration.
  ///
  /// - Parameter url: a model file, a package, or a folder that `compileModel(at:)` made.
  /// - Throws: `MLModelError.io` for a file that cannot be read or is broken, `.customLayer` or
  ///   `.customModel` for one that needs its author's code, `.generic` for one that contradicts
  ///   itself or needs what this package does not have.
  public convenience init(contentsOf url: URL) throws {
    try self.init(contentsOf: url, configuration: MLModelConfiguration())
  }

  /// Reads a model.
  ///
  /// - Parameters:
  ///   - url: a model file, a package, or a folder that `compileModel(at:)` made.
  ///   - configuration: the function of a model that has several, and wishes.
  /// - Throws: as `init(contentsOf:)`.
  public init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
    do throws(ModelFileError) {
      contents = try ModelFile(at: url).contents(
        path: url.path, choices: configuration.choices)
    } catch {
      throw MLModelError(error)
    }
    modelDescription = contents.description
    path = url.path
    wishes = configuration.wishes
  }

  /// Reads a model that is in memory.
  ///
  /// - Parameter name: what errors call it.
  /// - Throws: as `init(contentsOf:)`.
  package init(specification: [UInt8], name: String) throws {
    do throws(ModelFileError) {
      contents = try ModelReader.contents(of: try ModelMessage(specification.span).root)
    } catch {
      throw MLModelError(error.within(name))
    }
    modelDescription = contents.description
    path = name
    wishes = MLModelConfiguration().wishes
  }

  /// A copy of the configuration that the model was read with.
  public var configuration: MLModelConfiguration { MLModelConfiguration(wishes) }
}
