/// A height and a width, as of a kernel, a stride or a dilation.
package struct Size2D: Sendable, Equatable {
  package var height: Int
  package var width: Int

  package init(height: Int, width: Int) {
    self.height = height
    self.width = width
  }

  /// One row and one column.
  package static let one = Size2D(height: 1, width: 1)
}
