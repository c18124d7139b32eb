/// The recent rows of an endless table of floats: samples (one value a row) or log-mel frames.
///
/// Rows keep their absolute index; old ones are dropped from the front. Storage grows to what the
/// widest window needs and is then reused.
struct RowHistory {
  /// Values in one row.
  let valuesPerRow: Int

  /// The absolute index of the oldest row still held.
  private(set) var firstRow = 0

  private var storage: [Float] = []
  private var droppedValues = 0

  init(valuesPerRow: Int) {
    self.valuesPerRow = valuesPerRow
  }

  /// The absolute index after the newest row.
  var endRow: Int { firstRow + (storage.count - droppedValues) / valuesPerRow }

  /// Adds rows, row-major.
  ///
  /// - Precondition: the values make whole rows.
  mutating func append(_ values: ArraySlice<Float>) {
    precondition(values.count % valuesPerRow == 0, "part of a row is missing")
    storage.append(contentsOf: values)
  }

  /// Forgets the rows before an absolute index; rows that do not exist yet are not counted.
  mutating func discard(before row: Int) {
    let count = min(max(0, row - firstRow), endRow - firstRow)
    firstRow += count
    droppedValues += count * valuesPerRow
    // Move the rest to the front only when that is the smaller part, so that the cost per row is constant.
    if droppedValues * 2 >= storage.count {
      storage.removeFirst(droppedValues)
      droppedValues = 0
    }
  }

  /// Reads whole rows, row-major.
  ///
  /// - Precondition: every row of the range is held.
  func withRows<Result, Failure: Error>(
    _ rows: Range<Int>, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(
      rows.lowerBound >= firstRow && rows.upperBound <= endRow, "these rows are not held")
    let start = droppedValues + (rows.lowerBound - firstRow) * valuesPerRow
    return try body(storage.span.extracting(start..<(start + rows.count * valuesPerRow)))
  }
}
