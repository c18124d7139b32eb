/// How the edges of an image are padded before a kernel slides over it.
package enum SpatialPadding: Sendable, Equatable {
  /// Rows and columns added at each edge; all zero is the valid padding.
  case amounts(top: Int, bottom: Int, left: Int, right: Int)
  /// As much as gives `ceil(input / stride)` outputs; an odd pixel goes to the bottom and right.
  case sameBottomRight
  /// As much as gives `ceil(input / stride)` outputs; an odd pixel goes to the top and left.
  case sameTopLeft

  /// No padding.
  package static let valid = SpatialPadding.amounts(top: 0, bottom: 0, left: 0, right: 0)
}
