internal import Synchronization

/// Immutable numbers of a network with their shape, shared by all its plans.
package final class Weights: Sendable {
  /// The length of each axis, outermost first.
  package let shape: [Int]
  /// The numbers in row-major order, as many as the product of `shape`.
  package let scalars: WeightScalars
  /// Copies in the layouts that plans wanted so far.
  private let packed = Mutex<[PackedWeights]>([])
  /// The copy for the tile unit, once a plan wanted it.
  private let tiled = Mutex<TileWeights?>(nil)

  /// The number of elements.
  package var count: Int { scalars.count }

  /// Creates weights, or throws if `scalars` do not fill `shape` exactly.
  package convenience init(shape: [Int], scalars: [Float]) throws(NetworkError) {
    try self.init(shape: shape, scalars: WeightScalars(scalars))
  }

  /// Creates weights, or throws if `scalars` do not fill `shape` exactly.
  package init(shape: [Int], scalars: WeightScalars) throws(NetworkError) {
    guard shape.count <= maximumRank, let count = NeuralNet.elementCount(of: shape),
      count == scalars.count, count > 0
    else {
      throw NetworkError(
        layer: "", operation: "weights", found: "\(scalars.count) numbers",
        expected: "as many as the shape \(shape) holds, 1 to \(maximumElementCount)")
    }
    self.shape = shape
    self.scalars = scalars
  }

  /// Creates a vector of weights, of at least one number.
  package init(_ scalars: [Float]) {
    precondition(!scalars.isEmpty, "weights need at least one number")
    shape = [scalars.count]
    self.scalars = WeightScalars(scalars)
  }

  /// Creates weights of a known shape, number by number in row-major order.
  init(shape: [Int], _ number: (Int) -> Float) {
    self.shape = shape
    scalars = WeightScalars((0..<shape.reduce(1, *)).map(number))
  }

  /// The weights in another layout, copied at most once for all plans; nil if memory ran out.
  func packed(as source: Layout, into layout: Layout) -> PackedWeights? {
    packed.withLock { known in
      if let found = known.first(where: { $0.source == source && $0.layout == layout }) {
        return found
      }
      guard let made = PackedWeights(scalars, as: source, into: layout) else { return nil }
      known.append(made)
      return made
    }
  }

  /// The weights as a matrix (outputs, inputs) for the tile unit, packed at most once for all plans;
  /// nil if memory ran out.
  func tiled(outputs: Int, inputs: Int) -> TileWeights? {
    tiled.withLock { known in
      if known == nil { known = TileWeights(scalars, outputs: outputs, inputs: inputs) }
      return known
    }
  }
}
