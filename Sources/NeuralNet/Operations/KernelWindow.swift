/// How a kernel slides over the height and width of an image: its step, the distance of its taps,
/// and what it meets at the edges.
package struct KernelWindow: Sendable, Equatable {
  /// The step of the kernel.
  package var stride: Size2D
  /// The distance of neighbouring kernel taps.
  package var dilation: Size2D
  package var padding: SpatialPadding

  package init(
    stride: Size2D = .one, dilation: Size2D = .one, padding: SpatialPadding = .valid
  ) {
    self.stride = stride
    self.dilation = dilation
    self.padding = padding
  }
}
