internal import NeuralNet

extension LayerReader {
  func slice() throws(ModelFileError) -> [Layer] {
    let axis = parameters.integer("axis")
    guard (0...2).contains(axis) else {
      throw invalid(found: "axis \(axis)", expected: "0 (channel), 1 (height) or 2 (width)")
    }
    return step(
      Slice([
        Slice.Range(
          axis: axis - 3, start: parameters.integer("start_index"),
          end: parameters.integer("end_index"),
          stride: try parameters.size("stride", default: 1))
      ]))
  }

  func sliceStatic() throws(ModelFileError) -> [Layer] {
    let begins = parameters.integers("begin_ids")
    let rank = begins.count
    let ends = parameters.integers("end_ids")
    let strides = parameters.integers("strides")
    let beginMasks = parameters.integers("begin_masks")
    let endMasks = parameters.integers("end_masks")
    let squeezeMasks = parameters.integers("squeeze_masks")
    guard rank <= maximumRank, ends.count == rank, strides.count == rank,
      beginMasks.count == rank, endMasks.count == rank,
      squeezeMasks.isEmpty || squeezeMasks.count == rank
    else {
      throw invalid(
        found: "lists of \(rank) begins, \(ends.count) ends and \(strides.count) strides",
        expected: "one of each, and of their masks, for each axis")
    }
    let dropped = squeezeMasks.indices.filter { squeezeMasks[$0] != 0 }
    let ranges = (0..<rank).map { axis in
      // A dropped axis is one element long, wherever its end may point.
      if dropped.contains(axis) {
        let begin = begins[axis]
        return Slice.Range(axis: axis, start: begin, end: begin == -1 ? nil : begin + 1)
      }
      return Slice.Range(
        axis: axis, start: beginMasks[axis] != 0 ? nil : begins[axis],
        end: endMasks[axis] != 0 ? nil : ends[axis], stride: strides[axis])
    }
    return step(Slice(ranges, droppedAxes: dropped))
  }

  func slidingWindows() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...1)
    let axis = try axis()
    let windowSize = try parameters.size("window_size")
    let step = try parameters.size("step")
    let shape = inputShapes[0]
    let position = axis < 0 ? axis + shape.count : axis
    guard shape.indices.contains(position), shape[position] >= windowSize else {
      throw invalid(
        found: "windows of \(windowSize) along axis \(axis) of a value of shape \(shape)",
        expected: "at most the length of the axis")
    }
    let windowCount = (shape[position] - windowSize) / step + 1
    guard let count = elementCount(of: [windowCount, windowSize]) else {
      throw invalid(
        found: "\(windowCount) windows of \(windowSize)",
        expected: "at most \(maximumElementCount) numbers")
    }
    let indices = (0..<count).map { Float($0 / windowSize * step + $0 % windowSize) }
    let constant = Layer(
      name: name,
      operation: Constant(try reshaped(WeightScalars(indices), to: [windowCount, windowSize])),
      inputs: [], outputs: [temporary(0)])
    return [
      constant,
      Layer(
        name: name, operation: Gather(axis: position), inputs: [inputs[0], temporary(0)],
        outputs: outputs),
    ]
  }

  func crop() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...2)
    if inputs.count == 2 {
      let offset =
        parameters.integers("offset").isEmpty
        ? nil : try parameters.heightAndWidth("offset", in: 0...65536)
      return step(CropToReference(offset: offset))
    }
    let edges = try edges(of: try parameters.required("crop_amounts"))
    return step(
      Slice([
        Slice.Range(axis: -2, start: edges.top, end: edges.bottom == 0 ? nil : -edges.bottom),
        Slice.Range(axis: -1, start: edges.left, end: edges.right == 0 ? nil : -edges.right),
      ]))
  }

  func padding() throws(ModelFileError) -> [Layer] {
    let mode: Pad.Mode =
      switch parameters.alternative(to: "constant")?.name {
      case "constant": .constant(parameters.message("constant")?.float("value") ?? 0)
      case "reflection": .reflection
      case "replication": .replication
      default:
        throw invalid(
          found: "no kind of padding", expected: "constant, reflection or replication")
      }
    let edges = try edges(of: try parameters.required("padding_amounts"))
    return step(
      Pad(
        mode,
        amounts: [
          Pad.Amount(axis: -2, before: edges.top, after: edges.bottom),
          Pad.Amount(axis: -1, before: edges.left, after: edges.right),
        ]))
  }

  func constantPadding() throws(ModelFileError) -> [Layer] {
    try expectInputs(1...1)
    guard !parameters.flag("pad_to_given_output_size_mode") else {
      throw unsupported(found: "padding to a given size", expected: "padding by given amounts")
    }
    let amounts = parameters.integers("pad_amounts")
    let rank = inputShapes[0].count
    guard amounts.count == 2 * rank, amounts.allSatisfy({ (0...65536).contains($0) }) else {
      throw invalid(
        found: "pad amounts \(amounts.prefix(17))", expected: "two for each of \(rank) axes")
    }
    return step(
      Pad(
        .constant(parameters.float("value")),
        amounts: (0..<rank).map { axis in
          Pad.Amount(axis: axis, before: amounts[2 * axis], after: amounts[2 * axis + 1])
        }))
  }

  func upsample() throws(ModelFileError) -> [Layer] {
    let fractions = parameters.floats("fractional_scaling_factor")
    guard fractions.allSatisfy({ $0 == 1 }) else {
      throw unsupported(found: "the scaling factors \(fractions)", expected: "whole numbers")
    }
    let mode: Upsample.Mode =
      switch (parameters.integer("mode"), parameters.integer("linear_upsample_mode")) {
      case (0, _): .nearestNeighbor
      case (1, 0): .bilinearTopLeft
      case (1, 1): .bilinearAlignedCorners
      case (1, 2): .bilinearHalfPixel
      case let (mode, linear):
        throw invalid(found: "upsample mode \(mode), \(linear)", expected: "0 to 1, 0 to 2")
      }
    return step(
      Upsample(scale: try parameters.heightAndWidth("scaling_factor", default: 1), mode: mode))
  }
}
