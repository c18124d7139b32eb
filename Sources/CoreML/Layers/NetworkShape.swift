/// How shapes that a model declares become shapes inside its network, and back.
enum NetworkShape {
  /// The shape inside the network of an array that a caller gives.
  ///
  /// With five axes (sequence, batch, channel, height, width), an array (C) becomes (1, 1, C, 1, 1)
  /// and (C, H, W) becomes (1, 1, C, H, W).
  static func internalShape(
    of shape: [Int], isRank5: Bool, input: String
  ) throws(ModelFileError) -> [Int] {
    guard isRank5 else { return shape }
    switch shape.count {
    case 1: return [1, 1, shape[0], 1, 1]
    case 3: return [1, 1] + shape
    case 5: return shape
    default:
      throw ModelFileError(
        .invalid, at: "input '\(input)'", found: "the shape \(shape)",
        expected: "one axis (C), three (C, H, W) or five")
    }
  }

  /// The shape of an output as a caller sees it.
  ///
  /// The declared shape, where it holds as many numbers; else the network's own, without the
  /// leading and trailing axes of length 1 that five axes add.
  static func externalShape(of shape: [Int], isRank5: Bool, declared: [Int]) -> [Int] {
    if declared.reduce(1, *) == shape.reduce(1, *), !declared.isEmpty { return declared }
    guard isRank5, shape.count == 5, shape[0] == 1, shape[1] == 1 else { return shape }
    return shape[3] == 1 && shape[4] == 1 ? [shape[2]] : Array(shape[2...])
  }
}
