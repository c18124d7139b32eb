package import AVFAudio
package import CoreML
import DSP
import Foundation

/// Hears recordings through the built-in classifier's network, window by window, as features.
///
/// A recording is heard as the classifier hears it: the first channel, at 16 kHz, in whole windows,
/// the last one moved back to end with the sound. One that is shorter than a window is heard with
/// one of its own length, down to ``shortestSound``. One owner at a time; audio is never held.
package final class FeatureEar {
  /// What was heard of a recording.
  package struct Heard: Sendable {
    /// The features of each window, one window after the other.
    package var features: [Float] = []

    /// How many windows there are.
    package var windowCount = 0

    /// How much sound there was, in seconds.
    package var duration = 0.0

    /// Whether there was less than a window, so that one of its own length was heard.
    package var isShort = false
  }

  /// The shortest sound that has features, in seconds.
  package static let shortestSound = 0.5

  /// The frames that are taken from a decoder at a time.
  private static let blockFrameCount = 16_384

  private let model: MLModel
  private let featureCount: Int
  private let windowDuration: Double
  private let overlapFactor: Double
  private let scorer: Scorer

  /// Prepares to hear.
  ///
  /// - Parameters:
  ///   - model: from log-mel frames (1, T, 64) to features.
  ///   - featureCount: how many numbers it gives.
  ///   - windowDuration: seconds, ``shortestSound`` at least.
  ///   - overlapFactor: the share of a window that the next one hears again, 0 ..< 1.
  package init(
    _ model: MLModel, featureCount: Int, windowDuration: Double, overlapFactor: Double
  ) throws {
    self.model = model
    self.featureCount = featureCount
    self.windowDuration = windowDuration
    self.overlapFactor = overlapFactor
    scorer = try model.makeExtractor(shape: Self.shape(seconds: windowDuration))
  }

  /// The log-mel frames of a window.
  package static func frameCount(seconds: Double) -> Int {
    LogMelSpectrogram.frameCount(
      sampleCount: Int((seconds * Double(LogMelSpectrogram.sampleRate)).rounded()))
  }

  /// Hears a recording.
  ///
  /// - Throws: `SNError.invalidFile` where it cannot be read to its end, and what the model throws.
  package func hear(_ source: AudioSource) throws -> Heard {
    do {
      let decoder = try AudioDecoder(source)
      let sampleRate = decoder.sampleRate
      let ear = try Ear(
        decoder, Listening(), gain: 1, log: ListeningLog(sampleRate: sampleRate))
      var heard = Heard()
      var stretch = try Stretch(self, sampleRate: sampleRate)
      var position = ear.position
      while try ear.hear(atLeast: Self.blockFrameCount) {
        if ear.position != position {
          try stretch.finish(into: &heard)
          stretch = try Stretch(self, sampleRate: sampleRate)
        }
        let samples = ear.samples
        try stretch.append(samples.span, into: &heard)
        position = ear.position + Int64(samples.count)
        ear.clear()
      }
      try stretch.finish(into: &heard)
      return heard
    } catch let error as DecodeError {
      throw SNError(opening: error)
    } catch let error as SampleRateError {
      throw SNError(.invalidFile, "\(source.displayName): \(error.description)", cause: error)
    }
  }

  /// Hears samples at 16 kHz.
  package func hear(_ samples: [Float]) throws -> Heard {
    var heard = Heard()
    let stretch = try Stretch(self, sampleRate: Double(LogMelSpectrogram.sampleRate))
    try stretch.append(samples.span, into: &heard)
    try stretch.finish(into: &heard)
    return heard
  }

  private static func shape(seconds: Double) -> [Int] {
    [1, frameCount(seconds: seconds), LogMelSpectrogram.bandCount]
  }

  /// Sound without a break on its way to features.
  private final class Stretch {
    private let ear: FeatureEar
    private let sampleRate: Double
    private let walk: WindowWalk

    init(_ ear: FeatureEar, sampleRate: Double) throws(SampleRateError) {
      self.ear = ear
      self.sampleRate = sampleRate
      let track = try FeatureTrack(
        input: .logMel, sampleRate: sampleRate,
        modelSampleRate: Double(LogMelSpectrogram.sampleRate))
      let cut = WindowWalk.Cut(
        windowDuration: ear.windowDuration, overlapFactor: ear.overlapFactor,
        rowsPerWindow: FeatureEar.frameCount(seconds: ear.windowDuration), keepsLastWindow: true)
      walk = WindowWalk(cut, track, sampleRate: sampleRate)
    }

    func append(_ samples: Span<Float>, into heard: inout Heard) throws {
      walk.append(samples)
      try hearWholeWindows(into: &heard)
    }

    func finish(into heard: inout Heard) throws {
      walk.finish()
      try hearWholeWindows(into: &heard)
      let frameCount = walk.frameCount
      let duration = Double(frameCount) / sampleRate
      heard.duration += duration
      guard walk.takenEnd < frameCount else { return }
      if frameCount >= walk.windowFrameCount {
        try hear(frameCount - walk.windowFrameCount..<frameCount, with: ear.scorer, into: &heard)
      } else if duration >= FeatureEar.shortestSound {
        let shape = FeatureEar.shape(seconds: duration)
        try hear(
          0..<frameCount, rowCount: shape[1], with: ear.model.makeExtractor(shape: shape),
          into: &heard)
        heard.isShort = true
      }
    }

    private func hearWholeWindows(into heard: inout Heard) throws {
      while let window = walk.wholeWindow() {
        try hear(window, with: ear.scorer, into: &heard)
        walk.advance()
      }
      walk.discard()
    }

    private func hear(
      _ window: Range<Int64>, rowCount: Int? = nil, with scorer: Scorer, into heard: inout Heard
    ) throws {
      var features = [Float](repeating: 0, count: ear.featureCount)
      var target = features.mutableSpan
      try walk.withRows(of: window, count: rowCount) { rows in
        try scorer.score(rows, into: &target)
      }
      guard features.allSatisfy(\.isFinite) else {
        throw SNError(.operationFailed, "the network gives numbers that are not finite")
      }
      heard.features.append(contentsOf: features)
      heard.windowCount += 1
    }
  }
}
