/// How the shapes that an array may have are told.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
  /// Nothing is told of other shapes than the default one.
  case unspecified = 1
  /// A list of shapes.
  case enumerated = 2
  /// A range of lengths for each axis.
  case range = 3
}
