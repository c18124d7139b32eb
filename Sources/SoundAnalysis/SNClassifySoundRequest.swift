public import CoreML
public import CoreMedia
public import Foundation
import Synchronization

/// Asks which sounds are heard in each window of a recording or stream.
///
/// An analyzer reads `windowDuration` and `overlapFactor` when the request is added to it; later
/// changes are for later analyzers.
public final class SNClassifySoundRequest: NSObject, SNRequest, Sendable {
  /// How windows are cut.
  struct Settings: Sendable {
    var overlapFactor = 0.5
    var windowDuration: CMTime
  }

  let classifier: Classifier
  private let settings: Mutex<Settings>

  /// Makes a request that uses a classifier of this package.
  ///
  /// - Parameter classifierIdentifier: `.version1`.
  /// - Throws: `SNError.invalidModel` for an unknown identifier; `SNError.operationFailed` or a
  ///   model error when the classifier cannot be loaded.
  public init(classifierIdentifier: SNClassifierIdentifier) throws {
    guard classifierIdentifier == .version1 else {
      throw SNError(
        .invalidModel,
        "There is no classifier '\(classifierIdentifier.rawValue)'; expected "
          + "'\(SNClassifierIdentifier.version1.rawValue)'.")
    }
    classifier = try BuiltInModel.classifier()
    settings = Mutex(Settings(windowDuration: classifier.defaultWindowDuration))
  }

  /// Makes a request that uses a model of one's own.
  ///
  /// - Parameter mlModel: a classifier that takes one array of audio samples and gives a
  ///   dictionary of label probabilities. Its metadata entry `sampleRate` says which rate it hears
  ///   (16 000 Hz without one).
  /// - Throws: `SNError.invalidModel`, with a sentence that says what does not fit.
  public init(mlModel: MLModel) throws {
    classifier = try Classifier(model: mlModel)
    settings = Mutex(Settings(windowDuration: classifier.defaultWindowDuration))
  }

  /// The share of a window that the next window hears again, 0 to less than 1; 0.5 by default.
  ///
  /// Values outside are brought to the nearest one inside; NaN changes nothing.
  public var overlapFactor: Double {
    get { settings.withLock { $0.overlapFactor } }
    set {
      guard !newValue.isNaN else { return }
      settings.withLock { $0.overlapFactor = min(max(0, newValue), 1.0.nextDown) }
    }
  }

  /// The length of a window.
  ///
  /// A value that the classifier does not support becomes the nearest supported one below it, or
  /// the shortest where there is none below; a time that is no number changes nothing.
  public var windowDuration: CMTime {
    get { settings.withLock { $0.windowDuration } }
    set {
      guard newValue.isNumeric else { return }
      let supported = windowDurationConstraint.supportedDuration(for: newValue)
      settings.withLock { $0.windowDuration = supported }
    }
  }

  /// The settings as they are now; an analyzer takes them when the request is added.
  var currentSettings: Settings { settings.withLock { $0 } }

  /// Makes the classifier ready once with the present settings, to see whether it can run.
  ///
  /// - Throws: a model error that says what it needs.
  package func checkThatItRuns() throws {
    let shape = classifier.inputShape(windowDuration: windowDuration.seconds)
    do {
      _ = try classifier.model.makeScorer(inputName: classifier.inputName, shape: shape)
    } catch {
      throw SNError(.invalidModel, error.localizedDescription, cause: error)
    }
  }

  /// The window durations that the classifier supports.
  public var windowDurationConstraint: SNTimeDurationConstraint {
    classifier.windowDurationConstraint
  }

  /// Every label that a result can hold, in the model's order.
  public var knownClassifications: [String] {
    classifier.labels
  }

  /// The label that means that nothing of note is heard, where the model's file says which.
  package var backgroundLabel: String? { classifier.backgroundLabel }
}
