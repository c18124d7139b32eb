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
    let outputs = convolution.weights.shape[0]
    let stem = osa_tiles_stem(
      batch: 1, height: Int64(image.height), width: Int64(image.width), outputs: Int64(outputs),
      output_height: Int64(rows.output), output_width: Int64(columns.output),
      stride_height: Int64(rows.stride), stride_width: Int64(columns.stride),
      top: Int64(rows.before), left: Int64(columns.before), end: function.raw)
    let byteCount = unsafe withUnsafePointer(to: stem) {
      unsafe osa_tiles_stem_scratch_byte_count($0)
    }
    var buffers = [
      source, destination, builder.constant(builder.tapsFirst(convolution.weights)),
    ]
    let hasBias = convolution.bias != nil
    if let bias = convolution.bias { buffers.append(builder.constant(bias)) }
    let sourceStep = image.height * image.width
    let resultStep = rows.output * columns.output * outputs
    builder.addImageLoop(image.batch, buffers, scratchByteCount: byteCount) { regions, image in
      func place(_ index: Int, _ offset: Int = 0) -> UnsafeMutablePointer<Float>? {
        guard let base = unsafe regions[index].buffer.baseAddress else { return nil }
        return unsafe base + offset
      }
      var memory = unsafe osa_tiles_stem_memory(
        source: place(0, image * sourceStep), taps: place(2), bias: hasBias ? place(3) : nil,
        destination: place(1, image * resultStep), scratch: place(regions.count - 1))
      var stem = stem
      unsafe osa_tiles_stem_run(&stem, &memory)
    }
  }
}
