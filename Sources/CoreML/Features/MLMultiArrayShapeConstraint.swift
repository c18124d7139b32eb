public import Foundation

/// The shapes that an array of a model may have.
public final class MLMultiArrayShapeConstraint: NSObject, Sendable {
  let rule: ShapeRule

  init(rule: ShapeRule) {
    self.rule = rule
  }

  /// How the shapes are told.
  public var type: MLMultiArrayShapeConstraintType {
    switch rule {
    case .any: .unspecified
    case .oneOf: .enumerated
    case .ranges: .range
    }
  }

  /// The possible lengths of each axis, as ranges of `NSRange`; empty unless `type` is `.range`.
  ///
  /// A range's location is the smallest length, its length the number of possible lengths.
  public var sizeRangeForDimension: [NSValue] {
    guard case .ranges(let ranges) = rule else { return [] }
    return ranges.map { range in
      let (span, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound - 1)
      return NSValue(
        range: NSRange(location: range.lowerBound, length: overflow ? Int.max : span))
    }
  }

  /// The possible shapes; empty unless `type` is `.enumerated`.
  public var enumeratedShapes: [[NSNumber]] {
    guard case .oneOf(let shapes) = rule else { return [] }
    return shapes.map { $0.map { NSNumber(value: $0) } }
  }

  /// The possible shapes in words.
  public override var description: String { rule.description }
}
