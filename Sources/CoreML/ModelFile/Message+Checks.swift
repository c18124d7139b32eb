internal import NeuralNet

/// Reads of sizes and lists that no honest file makes too large.
extension Message {
  /// A size from a range, or a default for a field that is absent or zero.
  func size(
    _ name: StaticString, default absent: Int? = nil, in range: ClosedRange<Int>
  ) throws(ModelFileError) -> Int {
    let value = integer(name)
    if value == 0, let absent { return absent }
    guard range.contains(value) else {
      throw ModelFileError(
        .invalid, found: "\(name) \(value)",
        expected: "\(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A size of at least 1 that memory allows.
  func size(_ name: StaticString, default absent: Int? = nil) throws(ModelFileError) -> Int {
    try size(name, default: absent, in: 1...maximumElementCount)
  }

  /// A list of sizes of at least 1 that memory allows.
  func sizes(_ name: StaticString) throws(ModelFileError) -> [Int] {
    let sizes = integers(name)
    guard sizes.count <= maximumRank,
      sizes.allSatisfy({ (1...maximumElementCount).contains($0) })
    else {
      throw ModelFileError(
        .invalid, found: "\(name) \(sizes.prefix(9))",
        expected: "at most \(maximumRank) numbers from 1 to \(maximumElementCount)")
    }
    return sizes
  }

  /// A height and a width, or a default for both.
  func heightAndWidth(
    _ name: StaticString, default absent: Int? = nil, in range: ClosedRange<Int> = 1...65536
  ) throws(ModelFileError) -> Size2D {
    let sizes = integers(name)
    if sizes.isEmpty, let absent { return Size2D(height: absent, width: absent) }
    guard sizes.count == 2, sizes.allSatisfy(range.contains) else {
      throw ModelFileError(
        .invalid, found: "\(name) \(sizes.prefix(9))",
        expected: "height and width from \(range.lowerBound) to \(range.upperBound)")
    }
    return Size2D(height: sizes[0], width: sizes[1])
  }

  /// A message that the format demands.
  func required(_ name: StaticString) throws(ModelFileError) -> Message {
    guard let message = message(name) else {
      throw ModelFileError(.invalid, found: "no \(name)", expected: "one")
    }
    return message
  }
}
