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
    private let track: FeatureTrack
    private let rowsPerWindow: Int
    private var slicer: WindowSlicer
    private var frameCount: Int64 = 0
    private var heardEnd: Int64 = 0

    init(_ ear: FeatureEar, sampleRate: Double) throws(SampleRateError) {
      self.ear = ear
      self.sampleRate = sampleRate
      track = try FeatureTrack(
        input: .logMel, sampleRate: sampleRate,
        modelSampleRate: Double(LogMelSpectrogram.sampleRate))
      rowsPerWindow = FeatureEar.frameCount(seconds: ear.windowDuration)
      slicer = WindowSlicer(
        windowDuration: ear.windowDuration, overlapFactor: ear.overlapFactor,
        sampleRate: sampleRate)
    }

    func append(_ samples: Span<Float>, into heard: inout Heard) throws {
      track.append(samples)
      frameCount += Int64(samples.count)
      while slicer.next.upperBound <= frameCount,
        track.row(atClientFrame: slicer.next.lowerBound) + rowsPerWindow <= track.history.endRow
      {
        try hearNext(into: &heard)
        discardRows()
      }
      discardRows()
    }

    func finish(into heard: inout Heard) throws {
      track.finish()
      heard.duration += Double(frameCount) / sampleRate
      while slicer.next.upperBound <= frameCount { try hearNext(into: &heard) }
      guard heardEnd < frameCount else { return }
      let duration = Double(frameCount) / sampleRate
      if frameCount >= slicer.windowFrameCount {
        try hear(
          from: track.row(atClientFrame: frameCount - slicer.windowFrameCount),
          rowCount: rowsPerWindow, with: ear.scorer, into: &heard)
      } else if duration >= FeatureEar.shortestSound {
        let shape = FeatureEar.shape(seconds: duration)
        try hear(
          from: 0, rowCount: shape[1], with: try ear.model.makeExtractor(shape: shape),
          into: &heard)
        heard.isShort = true
      }
    }

    private func hearNext(into heard: inout Heard) throws {
      try hear(
        from: track.row(atClientFrame: slicer.next.lowerBound), rowCount: rowsPerWindow,
        with: ear.scorer, into: &heard)
      heardEnd = slicer.next.upperBound
      slicer.advance()
    }

    private func hear(
      from row: Int, rowCount: Int, with scorer: Scorer, into heard: inout Heard
    ) throws {
      track.pad(toRow: row + rowCount)
      var features = [Float](repeating: 0, count: ear.featureCount)
      var target = features.mutableSpan
      try track.history.withRows(row..<row + rowCount) { rows in
        try scorer.score(rows, into: &target)
      }
      guard features.allSatisfy(\.isFinite) else {
        throw SNError(.operationFailed, "the network gives numbers that are not finite")
      }
      heard.features.append(contentsOf: features)
      heard.windowCount += 1
    }

    /// Forgets the rows that no later window needs, be it the one that is moved back from the end.
    private func discardRows() {
      let last = max(0, frameCount - slicer.windowFrameCount)
      track.discard(before: track.row(atClientFrame: min(slicer.next.lowerBound, last)))
    }
  }
}
