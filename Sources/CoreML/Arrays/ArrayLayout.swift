/// Where the elements of an array lie in memory: lengths and strides of its axes, in elements.
struct ArrayLayout: Sendable, Equatable {
  /// The length of each axis, outermost first.
  let lengths: [Int]
  /// The distance of neighbours along each axis, in elements.
  let strides: [Int]
  /// The number of elements.
  let count: Int

  /// Lays elements out row by row, or returns nil for lengths that no array can have.
  init?(lengths: [Int]) {
    var strides = [Int](repeating: 1, count: lengths.count)
    var count = 1
    for axis in lengths.indices.reversed() {
      guard lengths[axis] >= 0 else { return nil }
      strides[axis] = count
      let (product, overflow) = count.multipliedReportingOverflow(by: lengths[axis])
      guard !overflow else { return nil }
      count = product
    }
    self.lengths = lengths
    self.strides = strides
    self.count = count
  }

  /// Takes strides as they are given, or returns nil if they do not fit the lengths.
  init?(lengths: [Int], strides: [Int]) {
    guard let count = ArrayLayout(lengths: lengths)?.count, strides.count == lengths.count,
      strides.allSatisfy({ $0 >= 0 })
    else { return nil }
    self.lengths = lengths
    self.strides = strides
    self.count = count
  }

  /// Whether the elements lie row by row without gaps.
  var isRowMajor: Bool {
    guard count > 0 else { return true }
    var expected = 1
    for axis in lengths.indices.reversed() {
      guard lengths[axis] == 1 || strides[axis] == expected else { return false }
      expected *= lengths[axis]
    }
    return true
  }

  /// The place of an element, given by one index for each axis.
  func offset(of indices: [Int]) -> Int {
    precondition(
      indices.count == lengths.count,
      "\(indices.count) indices for an array with \(lengths.count) axes")
    var offset = 0
    for axis in lengths.indices {
      precondition(
        indices[axis] >= 0 && indices[axis] < lengths[axis],
        "index \(indices[axis]) is outside axis \(axis) of length \(lengths[axis])")
      offset += indices[axis] * strides[axis]
    }
    return offset
  }

  /// The place of an element, given by its number in row-major order.
  func offset(ofElement number: Int) -> Int {
    precondition(
      number >= 0 && number < count, "element \(number) is outside an array of \(count) elements")
    var rest = number
    var offset = 0
    for axis in lengths.indices.reversed() {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: lengths[axis])
      offset += remainder * strides[axis]
      rest = quotient
    }
    return offset
  }

  /// Calls `body` with the place of every element, in row-major order.
  func forEachOffset(_ body: (Int) -> Void) {
    guard count > 0 else { return }
    guard !isRowMajor else {
      for offset in 0..<count { body(offset) }
      return
    }
    var indices = [Int](repeating: 0, count: lengths.count)
    var offset = 0
    while true {
      body(offset)
      var axis = lengths.count - 1
      while axis >= 0 {
        indices[axis] += 1
        offset += strides[axis]
        if indices[axis] < lengths[axis] { break }
        offset -= indices[axis] * strides[axis]
        indices[axis] = 0
        axis -= 1
      }
      if axis < 0 { return }
    }
  }
}
