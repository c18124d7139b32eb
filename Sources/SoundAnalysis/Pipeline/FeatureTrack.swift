import AVFAudio
import DSP

/// Turns a client's samples into the rows that a model's windows are cut from.
///
/// The samples are brought to the model's rate; for a log-mel model the frames are computed once
/// here and shared by all windows that overlap them. What comes out does not depend on how the
/// input is cut.
final class FeatureTrack {
  private let converter: SampleRateConverter
  private let logMel: LogMelSpectrogram?
  private let rowsPerSecond: Double
  private let sampleRate: Double
  private let profile = TimeProfile.current

  /// Model-rate samples that no log-mel frame has consumed yet.
  private var pending: [Float] = []

  /// Log-mel frames on their way into the history.
  private var frames: [Float] = []

  private(set) var history: RowHistory

  /// Prepares a track for one stream.
  ///
  /// - Parameters:
  ///   - input: what a row is.
  ///   - sampleRate: the client's, in Hz.
  ///   - modelSampleRate: the model's, in Hz.
  init(
    input: Classifier.Input, sampleRate: Double, modelSampleRate: Double
  ) throws(SampleRateError) {
    converter = try SampleRateConverter(
      inputSampleRate: sampleRate, outputSampleRate: modelSampleRate)
    self.sampleRate = sampleRate
    switch input {
    case .samples:
      logMel = nil
      history = RowHistory(valuesPerRow: 1)
      rowsPerSecond = modelSampleRate
    case .logMel:
      logMel = LogMelSpectrogram()
      history = RowHistory(valuesPerRow: LogMelSpectrogram.bandCount)
      rowsPerSecond = modelSampleRate / Double(LogMelSpectrogram.hopLength)
    }
  }

  /// The row at which a window begins that starts at a client frame.
  ///
  /// A log-mel window begins with the last frame that starts no later than it does (10 ms grid).
  func row(atClientFrame frame: Int64) -> Int {
    let row = Double(frame) / sampleRate * rowsPerSecond
    // A position that is whole but for rounding error belongs to its own row.
    return Int(logMel == nil ? row.rounded() : (row + 1e-6).rounded(.down))
  }

  /// Takes the next samples of the stream.
  func append(_ samples: Span<Float>) {
    profile.measure(.resample) { converter.convert(samples, into: &pending) }
    profile.measure(.features) { consumePending() }
  }

  /// Ends the stream: what the rate converter held back comes out.
  func finish() {
    profile.measure(.resample) { converter.finish(into: &pending) }
    profile.measure(.features) { consumePending() }
  }

  /// Lengthens a finished stream by silence until a row exists; rounding of rates can leave a few samples short.
  func pad(toRow row: Int) {
    guard history.endRow < row else { return }
    let samplesPerRow = logMel == nil ? 1 : LogMelSpectrogram.hopLength
    let missing = (row - history.endRow) * samplesPerRow + LogMelSpectrogram.frameLength
    pending.append(contentsOf: repeatElement(0, count: missing))
    consumePending()
  }

  /// Forgets the rows that no later window needs.
  func discard(before row: Int) {
    history.discard(before: row)
  }

  private func consumePending() {
    guard let logMel else {
      history.append(pending[...])
      pending.removeAll(keepingCapacity: true)
      return
    }
    let frameCount = LogMelSpectrogram.frameCount(sampleCount: pending.count)
    guard frameCount > 0 else { return }
    let valueCount = frameCount * LogMelSpectrogram.bandCount
    if frames.count < valueCount { frames = Array(repeating: 0, count: valueCount) }
    var output = frames.mutableSpan
    logMel.process(pending.span, into: &output)
    history.append(frames[..<valueCount])
    pending.removeFirst(frameCount * LogMelSpectrogram.hopLength)
  }
}
