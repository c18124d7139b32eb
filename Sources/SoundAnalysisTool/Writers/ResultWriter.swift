/// Writes the results of one call of the command in one format, as they come.
///
/// The calls come in this order: `begin`, for each file `beginFile`, `write` for each window and
/// `endFile`, at last `end`.
protocol ResultWriter: AnyObject {
  /// Starts the output.
  func begin() throws(OutputError)

  /// Starts a file.
  ///
  /// - Parameter name: the file's name as the user gave it.
  func beginFile(_ name: String) throws(OutputError)

  /// Writes one window of the file.
  func write(_ row: WindowRow) throws(OutputError)

  /// Ends the file.
  ///
  /// - Parameter failure: why the file has no results, or not all; nil where all is told.
  func endFile(failure: String?) throws(OutputError)

  /// Ends the output.
  func end() throws(OutputError)
}
