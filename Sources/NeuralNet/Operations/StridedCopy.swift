internal import COneDNN

/// A copy of a box of numbers from one place and order to another: what slices, splits, joins,
/// transpositions and repetitions have in common.
struct StridedCopy {
  /// The box, and where its elements lie in the source and in the destination.
  var shape: [Int]
  var sourceStrides: [Int]
  var sourceOffset = 0
  var destinationStrides: [Int]
  var destinationOffset = 0

  /// A loop for it, from the first buffer to the second.
  var loop: StridedLoop {
    StridedLoop(
      shape: shape, strides: [sourceStrides, destinationStrides],
      offsets: [sourceOffset, destinationOffset])
  }

  /// Whether oneDNN copies faster: a large box whose lines lie scattered in one of the places.
  private var isScattered: Bool {
    let loop = loop
    return (loop.runStrides[0] != 1 || loop.runStrides[1] != 1)
      && sourceOffset == 0 && destinationOffset == 0 && !sourceStrides.contains(0)
      && !shape.isEmpty && shape.count <= maximumRank && shape.reduce(1, *) >= 4096
      && (sourceStrides + destinationStrides).allSatisfy { $0 > 0 }
  }

  /// Adds the copy to a plan.
  func add(from source: Int, to destination: Int, in builder: PlanBuilder) {
    if isScattered, let from = Layout.strided(shape, strides: sourceStrides),
      let to = Layout.strided(shape, strides: destinationStrides),
      let reorder = Primitive.reorder(from: from, to: to)
    {
      builder.addPrimitive(
        reorder, [(OSA_SOURCE, .buffer(source)), (OSA_DESTINATION, .buffer(destination))])
      return
    }
    let loop = loop
    builder.addLoop([source, destination]) { regions in
      loop.forEachRun { offsets in
        let from = FloatRun(
          region: regions[0], offset: offsets[0], stride: loop.runStrides[0])
        let to = FloatRun(
          region: regions[1], offset: offsets[1], stride: loop.runStrides[1])
        to.map(from, count: loop.runLength) { $0 }
      }
    }
  }

  /// The copy that reorders the axes of a row-major tensor.
  static func transposition(of shape: [Int], axes: [Int]) -> StridedCopy {
    let strides = rowMajorStrides(of: shape)
    let result = axes.map { shape[$0] }
    return StridedCopy(
      shape: result, sourceStrides: axes.map { strides[$0] },
      destinationStrides: rowMajorStrides(of: result))
  }
}
