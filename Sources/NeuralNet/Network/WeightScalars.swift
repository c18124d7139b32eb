/// The numbers of weights: an array of their own, or floats that lie in another object's memory.
@safe package struct WeightScalars: RandomAccessCollection, Sendable {
  /// Memory that holds floats which never change, such as a file mapped into memory.
  package protocol Owner: AnyObject, Sendable {}

  // @unchecked: the memory is only read, and its owner keeps it.
  @safe private struct Borrowed: @unchecked Sendable {
    let owner: any Owner
    let floats: UnsafeBufferPointer<Float>
  }

  private enum Content: Sendable {
    case array([Float])
    case borrowed(Borrowed)
  }

  private let content: Content
  package let count: Int

  /// Takes numbers over.
  package init(_ numbers: [Float]) {
    content = .array(numbers)
    count = numbers.count
  }

  /// Refers to floats that `owner` keeps at their place, unchanged, as long as it lives.
  @unsafe package init(borrowing floats: UnsafeBufferPointer<Float>, from owner: any Owner) {
    content = unsafe .borrowed(Borrowed(owner: owner, floats: floats))
    count = floats.count
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Float {
    precondition(index >= 0 && index < count, "an index outside the weights")
    switch content {
    case .array(let numbers): return numbers[index]
    case .borrowed(let borrowed): return unsafe borrowed.floats[index]
    }
  }

  /// Lets `body` read the numbers.
  package func withSpan<Result>(_ body: (Span<Float>) throws -> Result) rethrows -> Result {
    switch content {
    case .array(let numbers): return try body(numbers.span)
    case .borrowed(let borrowed): return try unsafe body(borrowed.floats.span)
    }
  }

  /// The numbers as an array, copied if they are another object's.
  package var array: [Float] {
    switch content {
    case .array(let numbers): numbers
    case .borrowed(let borrowed): unsafe Array(borrowed.floats)
    }
  }
}
