/// How a kernel slides over the height and width of an image: its step, the distance of its taps,
/// and what it meets at the edges.
package struct SlidingWindow: Sendable, Equatable {
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

/// An operation that slides kernels of weights over an image.
package protocol KernelOperation: LayerOperation {
  var window: SlidingWindow { get set }

  /// Creates the operation.
  ///
  /// - Parameters:
  ///   - weights: the kernels, of four axes, the last two of them height and width.
  ///   - bias: one number per output channel, or none.
  ///   - groups: into how many independent groups the channels fall.
  init(weights: Weights, bias: Weights?, groups: Int, window: SlidingWindow)
}

extension KernelOperation {
  /// Creates the operation from the parts of its window.
  package init(
    weights: Weights, bias: Weights? = nil, stride: Size2D = .one, dilation: Size2D = .one,
    groups: Int = 1, padding: SpatialPadding = .valid
  ) {
    self.init(
      weights: weights, bias: bias, groups: groups,
      window: SlidingWindow(stride: stride, dilation: dilation, padding: padding))
  }

  package var stride: Size2D {
    get { window.stride }
    set { window.stride = newValue }
  }

  package var dilation: Size2D {
    get { window.dilation }
    set { window.dilation = newValue }
  }

  package var padding: SpatialPadding {
    get { window.padding }
    set { window.padding = newValue }
  }
}
