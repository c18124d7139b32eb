public import Foundation

/// What a model expects of an array: its element type and its shape.
public final class MLMultiArrayConstraint: NSObject, Sendable {
  /// The type of the elements; arrays of other types are converted.
  public let dataType: MLMultiArrayDataType

  /// The other shapes that the array may have.
  public let shapeConstraint: MLMultiArrayShapeConstraint

  /// The length of each axis in the default shape.
  let lengths: [Int]

  init(lengths: [Int], dataType: MLMultiArrayDataType, rule: ShapeRule) {
    self.lengths = lengths
    self.dataType = dataType
    shapeConstraint = MLMultiArrayShapeConstraint(rule: rule)
  }

  /// The default shape.
  public var shape: [NSNumber] { lengths.map { NSNumber(value: $0) } }

  /// The element type and the possible shapes in words.
  public override var description: String { "\(dataType) \(shapeConstraint)" }
}
