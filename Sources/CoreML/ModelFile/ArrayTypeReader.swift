internal import NeuralNet

/// Reads the element type and the shapes of an array feature.
struct ArrayTypeReader {
  private let message: Message

  init(_ message: Message) {
    self.message = message
  }

  /// The constraint, after checks that every shape is possible.
  func constraint() throws(ModelFileError) -> MLMultiArrayConstraint {
    let code = message.integer("data_type")
    // Old tools leave the type of outputs out; networks compute in single precision.
    guard let dataType = code == 0 ? .float32 : MLMultiArrayDataType(rawValue: code) else {
      throw ModelFileError(
        .unsupported, found: "the element type \(code)",
        expected: "\(MLMultiArrayDataType.float32.rawValue) (float) or another known type")
    }
    let shape = try checked(message.integers("shape"))
    if let enumerated = message.message("enumerated_shapes") {
      var shapes: [[Int]] = []
      for allowed in enumerated.messages("shapes") {
        shapes.append(try checked(allowed.integers("shape")))
      }
      if shapes.isEmpty { shapes = [shape] }
      return MLMultiArrayConstraint(
        lengths: shape.isEmpty ? shapes[0] : shape, dataType: dataType, rule: .oneOf(shapes))
    }
    if let ranges = message.message("shape_range") {
      var rule: [ClosedRange<Int>] = []
      for range in ranges.messages("size_ranges") { rule.append(try self.range(range)) }
      guard shape.isEmpty || shape.count == rule.count else {
        throw ModelFileError(
          .invalid, found: "\(rule.count) ranges of lengths",
          expected: "\(shape.count), one for each axis of \(shape)")
      }
      return MLMultiArrayConstraint(
        lengths: shape.isEmpty ? try checked(rule.map { max($0.lowerBound, 1) }) : shape,
        dataType: dataType, rule: .ranges(rule))
    }
    return MLMultiArrayConstraint(
      lengths: shape, dataType: dataType, rule: shape.isEmpty ? .any : .oneOf([shape]))
  }

  private func checked(_ shape: [Int]) throws(ModelFileError) -> [Int] {
    guard shape.count <= maximumRank, shape.allSatisfy({ $0 >= 1 }), elementCount(of: shape) != nil
    else {
      throw ModelFileError(
        .invalid, found: "the shape \(shape.prefix(9))",
        expected: "at most \(maximumRank) lengths of at least 1, and at most "
          + "\(maximumElementCount) numbers")
    }
    return shape
  }

  private func range(_ message: Message) throws(ModelFileError) -> ClosedRange<Int> {
    let lower = message.integer("lower_bound")
    let upper = message.integer("upper_bound")
    let largest = upper < 0 ? Int.max : upper
    guard lower <= largest, lower <= maximumElementCount else {
      throw ModelFileError(
        .invalid, found: "a length from \(lower) to \(upper)", expected: "a range that is not empty"
      )
    }
    return lower...largest
  }
}
