import CoreML
import CoreMedia
import DSP
import Foundation

/// A model seen as a sound classifier: what it hears, how long its windows are, what it names.
final class Classifier: Sendable {
  /// What one row of the model's input is.
  enum Input: Sendable {
    /// Samples in -1...1 at the model's rate; the input has one axis of values.
    case samples
    /// VGGish log-mel frames; the input has the shape [1, frames, 64].
    case logMel
  }

  let model: MLModel
  let input: Input
  let inputName: String

  /// The rate that the model hears, in Hz.
  let sampleRate: Double

  /// Every label, in the model's order.
  let labels: [String]

  /// The label that means that nothing of note is heard, where the model's file says which.
  let backgroundLabel: String?

  let windowDurationConstraint: SNTimeDurationConstraint
  let defaultWindowDuration: CMTime

  /// Takes a model, if it is a sound classifier.
  ///
  /// - Throws: `SNError.invalidModel` with a sentence that says what about the model does not fit.
  init(model: MLModel) throws(SNError) {
    self.model = model
    let description = model.modelDescription
    let inputs = description.inputDescriptionsByName.values.filter { !$0.isOptional }
    guard inputs.count == 1, let audio = inputs.first, let array = audio.multiArrayConstraint else {
      throw Self.unsuitable("it has the inputs \(Self.list(inputs)), expected one array of audio")
    }
    guard
      let probabilities = description.predictedProbabilitiesName,
      description.outputDescriptionsByName[probabilities]?.type == .dictionary
    else {
      throw Self.unsuitable("it gives no dictionary of label probabilities")
    }
    let labels = (description.classLabels ?? []).map { String(describing: $0) }
    guard !labels.isEmpty else { throw Self.unsuitable("it names no labels") }
    self.labels = labels
    let background = Self.entries(of: description)["backgroundLabel"]
    backgroundLabel = background.flatMap { labels.contains($0) ? $0 : nil }
    inputName = audio.name
    sampleRate = try Self.sampleRate(of: description)

    let shapes = InputLengths(array)
    switch shapes.kind {
    case .samples:
      input = .samples
    case .logMel where sampleRate == Double(LogMelSpectrogram.sampleRate):
      input = .logMel
    default:
      throw Self.unsuitable(
        "its input \(audio.name) has the shape \(array.shape), expected one axis of samples")
    }
    windowDurationConstraint = shapes.durationConstraint(sampleRate: sampleRate)
    defaultWindowDuration = windowDurationConstraint.supportedDuration(
      for: shapes.defaultDuration(sampleRate: sampleRate))
  }

  /// The shape of the model's input for a window.
  ///
  /// - Parameter windowDuration: seconds.
  func inputShape(windowDuration: Double) -> [Int] {
    let sampleCount = Int((windowDuration * sampleRate).rounded())
    switch input {
    case .samples: return [sampleCount]
    case .logMel:
      let frames = LogMelSpectrogram.frameCount(sampleCount: sampleCount)
      return [1, frames, LogMelSpectrogram.bandCount]
    }
  }

  private static func sampleRate(of description: MLModelDescription) throws(SNError) -> Double {
    guard let text = entries(of: description)["sampleRate"] else { return 16_000 }
    guard let rate = Double(text.trimmingCharacters(in: .whitespaces)), rate >= 1000,
      rate <= 768_000
    else {
      throw unsuitable("its metadata give the sample rate '\(text)', expected 1000 to 768000 Hz")
    }
    return rate
  }

  /// What the maker of the model wrote into its metadata.
  private static func entries(of description: MLModelDescription) -> [String: String] {
    description.metadata[.creatorDefinedKey] as? [String: String] ?? [:]
  }

  private static func list(_ features: [MLFeatureDescription]) -> String {
    "[" + features.map(\.name).sorted().joined(separator: ", ") + "]"
  }

  private static func unsuitable(_ reason: String) -> SNError {
    SNError(.invalidModel, "The model is not a sound classifier: \(reason).")
  }
}
