extension Graph {
  /// Merges neighbouring layers where the result stays the same, most specific patterns first.
  mutating func rewrite(_ cache: MergedWeights) {
    moveReshapes()
    recogniseHardSwish()
    turnConstantsIntoAffine(cache)
    foldAffineIntoConvolutions(cache)
    fuseResiduals()
    fuseActivations()
    fuseSeparableConvolutions()
    removeUnused()
  }

  /// The node that makes each value.
  var producers: [Int: Int] {
    var result: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() {
      for output in node.outputs { result[output] = index }
    }
    return result
  }
}
