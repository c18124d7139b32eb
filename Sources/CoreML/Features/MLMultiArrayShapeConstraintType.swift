/// How the shapes that an array may have are told.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
  case unspecified = 1
  case enumerated = 2
  case range = 3
}
