/// What reading a program may still cost: through loops and shared weights, a small file can ask
/// for much.
final class ProgramBudget {
  /// What no sound program needs.
  struct Limits {
    /// Operations and turns of loops; an operation in a loop counts in every turn.
    var operationCount = 1 << 16
    /// Arguments of all operations together.
    var argumentCount = 1 << 20
    /// Numbers of single precision, of four bytes each, in all constants together (1 GiB).
    var numberCount = 1 << 28
    /// Bytes of the file that loops read again.
    var repeatedByteCount = 1 << 26
  }

  private let limits: Limits
  private var operationCount = 0
  private var argumentCount = 0
  private var numberCount = 0
  private var repeatedByteCount = 0

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Counts an operation, or a turn of a loop.
  func countOperation() throws(ModelFileError) {
    operationCount += 1
    guard operationCount <= limits.operationCount else {
      throw ModelFileError(
        .unsupported, found: "more than \(limits.operationCount) operations",
        expected: "fewer, those in every turn of a loop counted")
    }
  }

  /// Counts values to which an operation's inputs are bound.
  func countArguments(_ count: Int) throws(ModelFileError) {
    argumentCount += count
    guard argumentCount <= limits.argumentCount else {
      throw ModelFileError(
        .unsupported, found: "more than \(limits.argumentCount) arguments of operations",
        expected: "fewer, those in every turn of a loop counted")
    }
  }

  /// Counts numbers that are, or are about to be, kept in memory, in units of four bytes.
  func countNumbers(_ count: Int) throws(ModelFileError) {
    numberCount += count
    guard numberCount <= limits.numberCount else {
      throw ModelFileError(
        .invalid, found: "more than \(limits.numberCount) numbers in all constants",
        expected: "at most so many, with the copies that operations make of them")
    }
  }

  /// Counts the size of blocks that another turn of a loop reads.
  func countRepeatedBytes(_ count: Int) throws(ModelFileError) {
    repeatedByteCount += count
    guard repeatedByteCount <= limits.repeatedByteCount else {
      throw ModelFileError(
        .unsupported, found: "loops that read more than \(limits.repeatedByteCount) bytes again",
        expected: "shorter loops, or less of the program inside them")
    }
  }
}
