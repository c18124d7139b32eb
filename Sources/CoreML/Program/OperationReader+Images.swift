internal import NeuralNet

/// Operations on the height and width of images.
extension OperationReader {
  /// Moves groups of channels into a finer grid: (n, c * f * f, h, w) to (n, c, h * f, w * f).
  func pixelShuffle() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let factor = try integer("upscale_factor")
    guard x.rank == 4, (1...1024).contains(factor), x.shape[1] % (factor * factor) == 0 else {
      throw invalid(
        found: "a factor of \(factor) for shape \(x.shape)",
        expected: "a divisor of the channels, twice")
    }
    let (n, c, h, w) = (x.shape[0], x.shape[1] / (factor * factor), x.shape[2], x.shape[3])
    let groups = try single(Reshape(shape: [n, c, factor, factor, h, w]), x)
    let grid = try single(Transpose(axes: [0, 1, 4, 2, 5, 3]), groups)
    return try emit(Reshape(shape: [n, c, h * factor, w * factor]), [grid])
  }

  func upsampleBilinear() throws(ModelFileError) -> [ProgramValue] {
    let alignsCorners = try flag("align_corners", default: true)
    switch (alignsCorners, try flag("half_pixel_centers", default: !alignsCorners)) {
    case (true, false): return try upsample(mode: .bilinearAlignedCorners)
    case (false, true): return try upsample(mode: .bilinearHalfPixel)
    case (false, false): return try upsample(mode: .bilinearTopLeft)
    case (true, true):
      throw unsupported(
        found: "corners that are aligned and centres of pixels", expected: "one of the two")
    }
  }

  func upsample(mode: Upsample.Mode) throws(ModelFileError) -> [ProgramValue] {
    let shape = try input().shape
    guard shape.count >= 3 else {
      throw invalid(found: "shape \(shape)", expected: "an image")
    }
    return try map(
      Upsample(
        outputSize: Size2D(
          height: try scaled(shape[shape.count - 2], "scale_factor_height"),
          width: try scaled(shape[shape.count - 1], "scale_factor_width")), mode: mode))
  }

  /// So many times a length, without a last part of a pixel.
  private func scaled(_ length: Int, _ name: String) throws(ModelFileError) -> Int {
    // In single precision, as the factor is: ten times 0.7 is seven.
    let result = (Float(length) * (try number(name, default: 1))).rounded(.down)
    guard result >= 1, result <= Float(maximumElementCount) else {
      throw invalid(
        found: "a \(name) that makes \(length) pixels \(result)",
        expected: "1 to \(maximumElementCount)")
    }
    return Int(result)
  }

  func resize(mode: Upsample.Mode) throws(ModelFileError) -> [ProgramValue] {
    try map(
      Upsample(
        outputSize: Size2D(
          height: try integer("target_size_height", default: 1),
          width: try integer("target_size_width", default: 1)), mode: mode))
  }

  /// Gives the last axes the lengths at the end of a shape, in which 0 keeps a length.
  func resizeLastAxes() throws(ModelFileError) -> [ProgramValue] {
    let x = try input()
    let shape = try integers("shape")
    let count = try integer("resized_dims")
    guard (0...2).contains(count), count <= shape.count, count <= x.rank else {
      throw unsupported(
        found: "\(count) resized axes of shape \(x.shape)", expected: "the last one or two")
    }
    var lengths = x.shape
    for offset in stride(from: 1, through: count, by: 1) where shape[shape.count - offset] != 0 {
      lengths[lengths.count - offset] = shape[shape.count - offset]
    }
    let mode: Upsample.Mode
    switch try text("interpolation_mode", default: "LINEAR") {
    case "LINEAR": mode = try samplingMode()
    case "NEAREST_NEIGHBOR" where try text("sampling_mode", default: "DEFAULT") == "DEFAULT":
      mode = .nearestNeighbor
    case let other:
      throw unsupported(
        found: "the interpolation '\(other)' in the sampling mode "
          + "'\(try text("sampling_mode", default: "DEFAULT"))'",
        expected: "LINEAR, or NEAREST_NEIGHBOR in the mode DEFAULT")
    }
    guard count > 0 else { return [x] }
    // Vectors and matrices are images of one channel.
    let missing = max(0, 3 - x.rank)
    let image =
      missing == 0 ? x : try single(ExpandDimensions(axes: Array(0..<missing)), x)
    let size = ([Int](repeating: 1, count: missing) + lengths).suffix(2)
    let result = try emit(
      Upsample(outputSize: Size2D(height: size.first!, width: size.last!), mode: mode), [image])
    return missing == 0 ? result : try emit(Squeeze(axes: Array(0..<missing)), result)
  }

  func samplingMode() throws(ModelFileError) -> Upsample.Mode {
    switch try text("sampling_mode", default: "DEFAULT") {
    case "DEFAULT": return .bilinearTopLeft
    case "STRICT_ALIGN_CORNERS": return .bilinearAlignedCorners
    case "ALIGN_CORNERS": return .bilinearAlignedCornersOrMiddle
    case "OFFSET_CORNERS": return .bilinearOffsetCorners
    case "UNALIGN_CORNERS": return .bilinearHalfPixel
    case let mode:
      throw unsupported(
        found: "the sampling mode '\(mode)'",
        expected: "DEFAULT, STRICT_ALIGN_CORNERS, ALIGN_CORNERS, OFFSET_CORNERS or UNALIGN_CORNERS")
    }
  }
}
