internal import NeuralNet

extension LayerReader {
  func reshape() throws(ModelFileError) -> [Layer] {
    let target = try parameters.sizes("target_shape")
    guard inputShapes.first?.count == 5, target.count == 3 || target.count == 4 else {
      throw invalid(
        found: "a reshape to \(target)",
        expected: "(C, H, W) or (sequence, C, H, W) of a value with five axes")
    }
    let shape = target.count == 3 ? [0, 0] + target : [target[0], 0] + target.dropFirst()
    return step(
      Reshape(
        shape: Array(shape), order: parameters.integer("mode") == 0 ? .rowMajor : .channelLast))
  }

  /// Takes a target in which 0 keeps a length and -1 takes what is left.
  func reshapeTo() throws(ModelFileError) -> [Layer] {
    let target = parameters.integers("target_shape")
    guard target.count <= maximumRank, target.allSatisfy({ $0 >= -1 && $0 <= maximumElementCount })
    else {
      throw invalid(
        found: "a reshape to \(target.prefix(9))",
        expected: "at most \(maximumRank) lengths, 0 or -1")
    }
    return step(Reshape(shape: target))
  }

  func flatten() throws(ModelFileError) -> [Layer] {
    switch parameters.integer("mode") {
    case 0: step(Flatten(order: .rowMajor))
    case 1: step(Flatten(order: .channelLast))
    case let mode: throw invalid(found: "flatten mode \(mode)", expected: "0 or 1")
    }
  }

  func permute() throws(ModelFileError) -> [Layer] {
    let axes = parameters.integers("axis")
    guard inputShapes.first?.count == 5, axes.sorted() == [0, 1, 2, 3] else {
      throw invalid(
        found: "the permutation \(axes.prefix(9))",
        expected: "one of 0 to 3, of a value with five axes")
    }
    // The format leaves the batch out: its axes 1 to 3 are our 2 to 4.
    let ours = axes.map { $0 == 0 ? 0 : $0 + 1 }
    return step(Transpose(axes: [ours[0], 1] + ours.dropFirst()))
  }

  func squeeze() -> [Layer] {
    step(Squeeze(axes: parameters.flag("squeeze_all") ? nil : parameters.integers("axes")))
  }

  func concatenate() -> [Layer] {
    step(Concatenate(axis: parameters.flag("sequence_concat") ? -5 : -3))
  }

  func concatenateND() throws(ModelFileError) -> [Layer] {
    step(Concatenate(axis: try axis(), interleaves: parameters.flag("interleave")))
  }

  func split() throws(ModelFileError) -> [Layer] {
    step(Split(.equal(count: try parameters.size("n_outputs", in: 1...65536))))
  }

  func splitND() throws(ModelFileError) -> [Layer] {
    let lengths = parameters.integers("split_sizes")
    let parts: Split.Parts =
      lengths.isEmpty
      ? .equal(count: try parameters.size("num_splits", in: 1...65536)) : .lengths(lengths)
    return step(Split(parts, axis: try axis()))
  }

  func sequenceRepeat() throws(ModelFileError) -> [Layer] {
    step(Tile(repeats: [try parameters.size("n_repetitions"), 1, 1, 1, 1]))
  }

  func loadConstant() throws(ModelFileError) -> [Layer] {
    let shape = try parameters.sizes("shape")
    guard shape.count == 3 else {
      throw invalid(found: "a constant of shape \(shape)", expected: "three axes (C, H, W)")
    }
    return step(Constant(try weights("data", shape: isRank5 ? [1, 1] + shape : shape)))
  }

  func loadConstantND() throws(ModelFileError) -> [Layer] {
    step(Constant(try weights("data", shape: try parameters.sizes("shape"))))
  }
}
