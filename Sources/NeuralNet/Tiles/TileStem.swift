internal import CTiles

/// The first convolution of a network, 3 x 3 over one channel, with the channels of the result last.
struct TileStem {
  let image: ImageShape
  let convolution: Convolution
  let geometry: WindowGeometry
  let function: TileFunction

  /// Takes a convolution of this kind; nil if it is none.
  init?(_ fused: FusedConvolution, image: ImageShape, geometry: WindowGeometry) {
    let convolution = fused.convolution
    guard TileUnit.isInUse, !fused.addsResidual, image.channels == 1, convolution.groups == 1,
      convolution.dilation == .one, convolution.weights.shape.suffix(3) == [1, 3, 3],
      convolution.weights.shape[0] % TileUnit.channelMultiple == 0,
      let function = TileFunction(fused.activation)
    else { return nil }
    self.image = image
    self.convolution = convolution
    self.geometry = geometry
    self.function = function
  }

  /// Adds the convolution to a plan: from a row-major buffer to one with the channels last.
  func add(from source: Int, to destination: Int, in builder: PlanBuilder) {
    let (rows, columns) = (geometry.height, geometry.width)
    let stem = osa_tiles_stem(
      batch: Int64(image.batch), height: Int64(image.height), width: Int64(image.width),
      outputs: Int64(convolution.weights.shape[0]), output_height: Int64(rows.output),
      output_width: Int64(columns.output), stride_height: Int64(rows.stride),
      stride_width: Int64(columns.stride), top: Int64(rows.before), left: Int64(columns.before),
      end: function.raw)
    let byteCount = unsafe withUnsafePointer(to: stem) {
      unsafe osa_tiles_stem_scratch_byte_count($0)
    }
    var buffers = [
      source, destination, builder.makeBuffer(byteCount: byteCount),
      builder.constant(builder.tapsFirst(convolution.weights)),
    ]
    if let bias = convolution.bias { buffers.append(builder.constant(bias)) }
    builder.addLoop(buffers) { regions in
      var memory = unsafe osa_tiles_stem_memory(
        source: regions[0].buffer.baseAddress, taps: regions[3].buffer.baseAddress,
        bias: regions.count > 4 ? regions[4].buffer.baseAddress : nil,
        destination: regions[1].buffer.baseAddress, scratch: regions[2].buffer.baseAddress)
      var stem = stem
      unsafe osa_tiles_stem_run(&stem, &memory)
    }
  }
}
