import SoundAnalysis
import SoundEvents

/// Writes what is heard in recordings in one format, as it comes.
///
/// The calls come in this order: `begin`; for each file either `skipFile`, or `beginFile`, then
/// `write` for each result and `note` for each stretch that was not heard, and `endFile`; at last
/// `end`. A file whose channels are heard one by one is told of once for each.
protocol Report: AnyObject {
  /// Starts the output.
  func begin() throws(OutputError)

  /// Tells of a file that cannot be opened.
  ///
  /// - Parameters:
  ///   - name: the file's name as the user gave it.
  ///   - failure: why, in one line.
  func skipFile(_ name: String, failure: String) throws(OutputError)

  /// Starts a file.
  ///
  /// - Parameter channel: what is heard of some frames, where that is not what the recording tells.
  func beginFile(
    _ recording: Recording, channel: @escaping (Range<Int64>) -> String?
  ) throws(OutputError)

  /// Takes the next result of the file.
  func write(_ result: SNClassificationResult) throws(OutputError)

  /// Takes the next stretch that could not be heard; those before a result come before it.
  func note(_ span: UnheardSpan) throws(OutputError)

  /// Takes note that no sound comes for now: what is open ends.
  ///
  /// - Parameters:
  ///   - frame: where the sound broke off.
  ///   - closing: why.
  func breakOff(at frame: Int64, closing: EventClosing) throws(OutputError)

  /// Ends the file.
  ///
  /// - Parameters:
  ///   - frameCount: the frames that were heard.
  ///   - failure: why the file has no results, or not all; nil where all is told.
  ///   - closing: why events end that last until here.
  func endFile(
    frameCount: Int64, failure: String?, closing: EventClosing
  ) throws(OutputError)

  /// Ends the output.
  func end() throws(OutputError)
}

extension Report {
  /// Where nothing is ever open, nothing ends.
  func breakOff(at frame: Int64, closing: EventClosing) throws(OutputError) {}

  /// Starts a file of which the same channel is heard throughout.
  func beginFile(_ recording: Recording) throws(OutputError) {
    try beginFile(recording) { _ in nil }
  }

  /// Ends a file with the end of its sound.
  func endFile(frameCount: Int64, failure: String?) throws(OutputError) {
    try endFile(frameCount: frameCount, failure: failure, closing: .streamEnd)
  }
}
