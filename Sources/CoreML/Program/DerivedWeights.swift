internal import NeuralNet
internal import Synchronization

/// Weights that operations make of others - transposed, or cut into gates -, each made once however
/// many operations share the source.
final class DerivedWeights: Sendable {
  private struct Key: Hashable {
    let purpose: String
    let source: ObjectIdentifier
  }

  // The source stays alive, so that its identity stays its own.
  private let made = Mutex<[Key: (source: Weights, results: [Weights])]>([:])

  /// What was made before of the same weights for the same purpose, or what `make` makes.
  func weights(
    _ purpose: String, from source: Weights,
    make: () throws(ModelFileError) -> [Weights]
  ) throws(ModelFileError) -> [Weights] {
    let key = Key(purpose: purpose, source: ObjectIdentifier(source))
    if let known = made.withLock({ $0[key]?.results }) { return known }
    let results = try make()
    return made.withLock {
      // Another thread may have been faster.
      if let known = $0[key]?.results { return known }
      $0[key] = (source, results)
      return results
    }
  }
}
