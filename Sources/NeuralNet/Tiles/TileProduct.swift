internal import CTiles

/// Every pixel of an image, or every row, times a matrix, on the tile unit; a depthwise 3 x 3
/// convolution may go before.
struct TileProduct {
  /// What comes before the product.
  struct Depthwise {
    /// The kernels, (channels, 1, 3, 3).
    var weights: Weights
    var bias: Weights?
    var geometry: WindowGeometry
    var function: TileFunction
  }

  var image: ImageShape
  var depthwise: Depthwise?
  /// The matrix, (outputs, inputs, ...).
  var weights: Weights
  var bias: Weights?
  var function: TileFunction

  /// The most channels that a depthwise convolution may have here.
  static let maximumDepthwiseChannels = Int(OSA_TILES_MAXIMUM_DEPTHWISE_CHANNELS)

  private var outputs: Int { weights.shape[0] }

  private func operation(batch: Int) -> osa_tiles_operation {
    let rows = depthwise?.geometry.height
    let columns = depthwise?.geometry.width
    return osa_tiles_operation(
      batch: Int64(batch), height: Int64(image.height), width: Int64(image.width),
      channels: Int64(image.channels), outputs: Int64(outputs), is_depthwise: depthwise != nil,
      output_height: Int64(result.height), output_width: Int64(result.width),
      stride_height: Int64(rows?.stride ?? 1), stride_width: Int64(columns?.stride ?? 1),
      top: Int64(rows?.before ?? 0), left: Int64(columns?.before ?? 0),
      between: (depthwise?.function ?? function).raw, end: function.raw)
  }

  /// The height and width of the result.
  private var result: Size2D {
    Size2D(
      height: depthwise?.geometry.height.output ?? image.height,
      width: depthwise?.geometry.width.output ?? image.width)
  }

  /// Adds the product to a plan: from a buffer to another, both with the channels last.
  ///
  /// - Parameter residual: what is added before the function, laid out like the result.
  func add(
    from source: Int, adding residual: Int?, to destination: Int, in builder: PlanBuilder
  ) throws(NetworkError) {
    guard let packed = weights.tiled(outputs: outputs, inputs: image.channels) else {
      throw builder.refusal("a product")
    }
    var regions = Regions()
    regions.add(source)
    regions.add(destination)
    let residualPlace = residual.map { regions.add($0) }
    let biasPlace = bias.map { regions.add(builder.constant($0)) }
    let tapPlace = depthwise.map { regions.add(builder.constant(builder.tapsFirst($0.weights))) }
    let tapBiasPlace = depthwise?.bias.map { regions.add(builder.constant($0)) }
    // Of large images each is taken alone; small ones share the reading of the weights.
    let pixelCount = result.height * result.width
    let images = pixelCount < TileUnit.fewestPixelsAlone ? 1 : image.batch
    let batch = image.batch / images
    let operation = operation(batch: batch)
    let sourceStep = batch * image.height * image.width * image.channels
    let resultStep = batch * pixelCount * outputs
    builder.addImageLoop(
      images, regions.buffers,
      scratchByteCount: osa_tiles_scratch_byte_count(Int64(image.channels))
    ) { regions, image in
      func place(_ index: Int?, _ offset: Int = 0) -> UnsafeMutablePointer<Float>? {
        guard let index, let base = unsafe regions[index].buffer.baseAddress else { return nil }
        return unsafe base + offset
      }
      var memory = unsafe osa_tiles_memory(
        source: place(0, image * sourceStep), taps: place(tapPlace), tap_bias: place(tapBiasPlace),
        weights: packed.base, bias: place(biasPlace),
        residual: place(residualPlace, image * resultStep),
        destination: place(1, image * resultStep), scratch: place(regions.count - 1))
      var operation = operation
      unsafe osa_tiles_run(&operation, &memory)
    }
  }

  /// The buffers of a loop in their order.
  private struct Regions {
    private(set) var buffers: [Int] = []

    @discardableResult mutating func add(_ buffer: Int) -> Int {
      buffers.append(buffer)
      return buffers.count - 1
    }
  }
}

extension PlanBuilder {
  /// Kernels (channels, 1, 3, 3) with the channels last.
  func tapsFirst(_ weights: Weights) -> Weights {
    let channels = weights.shape[0]
    let tapCount = weights.count / channels
    return mergedWeights.weights("channels last", from: [weights]) {
      Weights(shape: [tapCount, channels]) {
        weights.scalars[$0 % channels * tapCount + $0 / channels]
      }
    }
  }
}

extension Layout {
  /// The layout of an image with the channels last.
  static func channelsLast(_ image: ImageShape) -> Layout? {
    strided(
      image.shape,
      strides: [
        image.height * image.width * image.channels, 1, image.width * image.channels,
        image.channels,
      ])
  }
}
