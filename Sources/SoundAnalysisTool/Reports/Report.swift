import SoundAnalysis

/// Writes what is heard in recordings in one format, as it comes.
///
/// The calls come in this order: `begin`; for each file either `skipFile`, or `beginFile`, `write`
/// for each result and `endFile`; at last `end`.
protocol Report: AnyObject {
  /// Starts the output.
  func begin() throws(OutputError)

  /// Tells of a file that cannot be opened.
  ///
  /// - Parameters:
  ///   - name: the file's name as the user gave it.
  ///   - failure: why, in one line.
  func skipFile(_ name: String, failure: String) throws(OutputError)

  /// Starts a file with so many frames a second.
  func beginFile(_ name: String, sampleRate: Double) throws(OutputError)

  /// Takes the next result of the file.
  func write(_ result: SNClassificationResult) throws(OutputError)

  /// Ends the file.
  ///
  /// - Parameters:
  ///   - frameCount: the frames that were heard.
  ///   - failure: why the file has no results, or not all; nil where all is told.
  func endFile(frameCount: Int64, failure: String?) throws(OutputError)

  /// Ends the output.
  func end() throws(OutputError)
}
