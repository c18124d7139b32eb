/// Writes the results of one call of the command in one format, as they come.
///
/// The calls come in this order: `begin`, for each file `beginFile`, `write` for each window, `note`
/// for each stretch that was not heard and `endFile`, at last `end`.
protocol ResultWriter: AnyObject {
  /// Starts the output.
  func begin() throws(OutputError)

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - name: the file's name as the user gave it.
  ///   - channel: what is heard: `mix` or the number of a channel; nil where nothing is.
  func beginFile(_ name: String, channel: String?) throws(OutputError)

  /// Writes one window of the file.
  func write(_ row: WindowRow) throws(OutputError)

  /// Writes one stretch of the file that was not heard.
  func note(_ row: UnheardRow) throws(OutputError)

  /// Ends the file.
  ///
  /// - Parameter failure: why the file has no results, or not all; nil where all is told.
  func endFile(failure: String?) throws(OutputError)

  /// Ends the output.
  func end() throws(OutputError)
}
