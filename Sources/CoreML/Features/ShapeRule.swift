/// The shapes that an array of a model may have.
package enum ShapeRule: Sendable, Equatable {
  /// Any shape: the model says nothing.
  case any
  /// One of some shapes, at least one.
  case oneOf([[Int]])
  /// For each axis a range of lengths; `Int.max` stands for no upper bound.
  case ranges([ClosedRange<Int>])

  /// Whether an array of this shape may be given.
  package func allows(_ shape: [Int]) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let shapes): shapes.contains(shape)
    case .ranges(let ranges):
      ranges.count == shape.count
        && zip(ranges, shape).allSatisfy { range, length in range.contains(length) }
    }
  }
}

extension ShapeRule: CustomStringConvertible {
  package var description: String {
    switch self {
    case .any: "any shape"
    case .oneOf(let shapes): shapes.map(\.description).joined(separator: " or ")
    case .ranges(let ranges):
      "["
        + ranges.map { range in
          range.lowerBound == range.upperBound
            ? "\(range.lowerBound)"
            : "\(range.lowerBound)...\(range.upperBound == .max ? "" : "\(range.upperBound)")"
        }.joined(separator: ", ") + "]"
    }
  }
}
