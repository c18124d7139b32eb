/// An operation that slides kernels of weights over an image.
package protocol KernelOperation: LayerOperation {
  var window: KernelWindow { get set }

  /// Creates the operation.
  ///
  /// - Parameters:
  ///   - weights: the kernels, of four axes, the last two of them height and width.
  ///   - bias: one number per output channel, or none.
  ///   - groups: into how many independent groups the channels fall.
  init(weights: Weights, bias: Weights?, groups: Int, window: KernelWindow)
}

extension KernelOperation {
  /// Creates the operation from the parts of its window.
  package init(
    weights: Weights, bias: Weights? = nil, stride: Size2D = .one, dilation: Size2D = .one,
    groups: Int = 1, padding: SpatialPadding = .valid
  ) {
    self.init(
      weights: weights, bias: bias, groups: groups,
      window: KernelWindow(stride: stride, dilation: dilation, padding: padding))
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
