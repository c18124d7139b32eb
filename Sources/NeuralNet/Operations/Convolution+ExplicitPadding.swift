extension Convolution {
  /// The input padded by a step of its own and the convolution without padding, where the kernel
  /// fits into the padding whole: oneDNN's fast forms are made for less. Nil elsewhere.
  func withExplicitPadding(
    _ input: PlannedValue, in builder: PlanBuilder
  ) throws(NetworkError) -> (PlannedValue, Convolution)? {
    let image = ImageShape(folding: input.shape)
    let geometry = try geometry(of: image)
    let (rows, columns) = (geometry.height, geometry.width)
    let isOrdinary = [rows, columns].allSatisfy {
      $0.before < $0.extent && $0.after < $0.extent
    }
    guard !isOrdinary else { return nil }
    let pad = Pad(
      .constant(0),
      amounts: [
        Pad.Amount(axis: -2, before: rows.before, after: rows.after),
        Pad.Amount(axis: -1, before: columns.before, after: columns.after),
      ])
    let shape = try pad.outputShapes(for: [input.shape])[0]
    guard elementCount(of: shape) != nil else {
      throw fault(
        found: "an input padded to \(shape)", expected: "at most \(maximumElementCount) elements")
    }
    let padded = PlannedValue(shape: shape, remainingUses: 0)
    try pad.lower([input], to: [padded], in: builder)
    var inner = self
    inner.padding = .valid
    return (padded, inner)
  }
}
