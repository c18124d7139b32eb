internal import Synchronization

/// Weights made by merging layers, kept so that every plan of a network shares them.
final class MergedWeights: Sendable {
  private struct Key: Hashable {
    var purpose: String
    var sources: [ObjectIdentifier]
    var parameters: [Float]
  }

  private let made = Mutex<[Key: (sources: [Weights], result: Weights)]>([:])

  /// The weights made before from the same sources and parameters, or new ones.
  func weights(
    _ purpose: String, from sources: [Weights], parameters: [Float] = [],
    make: () -> Weights
  ) -> Weights {
    let key = Key(
      purpose: purpose, sources: sources.map { ObjectIdentifier($0) }, parameters: parameters)
    return made.withLock {
      if let known = $0[key] { return known.result }
      let result = make()
      $0[key] = (sources, result)
      return result
    }
  }
}
