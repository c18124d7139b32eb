/// Takes the text of results.
protocol TextSink: AnyObject {
  /// Adds some text.
  func write(_ text: String) throws(OutputError)

  /// Marks the end of what belongs together, a point from which a waiting reader can go on.
  func endRecord() throws(OutputError)

  /// Hands on everything that was written.
  func flush() throws(OutputError)
}
