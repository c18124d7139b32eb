/// A value of a network while its plan is made: where it will lie, in one or more layouts.
package final class PlannedValue {
  let shape: [Int]
  /// How many layers are still to read it.
  var remainingUses: Int
  /// The buffer with the numbers in row-major order, if any.
  var plainBuffer: Int?
  /// Buffers with the numbers in other layouts, each of an image's four axes.
  var versions: [(layout: Layout, buffer: Int)] = []

  init(shape: [Int], remainingUses: Int) {
    self.shape = shape
    self.remainingUses = remainingUses
  }

  var count: Int { shape.reduce(1, *) }

  /// A layout without gaps in which the value lies already, and where; nil if it must be made.
  var gapless: (layout: Layout?, buffer: Int)? {
    if let plainBuffer { return (nil, plainBuffer) }
    for version in versions where version.layout.byteCount == count * 4 {
      return (version.layout, version.buffer)
    }
    return nil
  }
}
