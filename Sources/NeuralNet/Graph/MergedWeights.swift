internal import Synchronization

/// Weights made by merging layers, kept so that every plan of a network shares them.
final class MergedWeights: Sendable {
  private struct Key: Hashable {
    var purpose: String
    var sources: [ObjectIdentifier]
    var parameters: [Float]
  }

  private struct State {
    var made: [Key: (sources: [Weights], result: Weights)] = [:]
    /// The numbers of all that was made where it need not be.
    var optionalCount = 0
  }

  /// The most numbers that are made where layers can also do without (1 GiB): many layers may share
  /// the weights that each of them would scale.
  private static let optionalLimit = 1 << 28

  private let state = Mutex(State())

  /// The weights made before from the same sources and parameters, or new ones.
  func weights(
    _ purpose: String, from sources: [Weights], parameters: [Float] = [],
    make: () -> Weights
  ) -> Weights {
    let key = Key(
      purpose: purpose, sources: sources.map { ObjectIdentifier($0) }, parameters: parameters)
    return state.withLock {
      if let known = $0.made[key] { return known.result }
      let result = make()
      $0.made[key] = (sources, result)
      return result
    }
  }

  /// The same for `count` numbers that layers can also do without; nil if there are too many.
  func optionalWeights(
    _ purpose: String, count: Int, from sources: [Weights], parameters: [Float] = [],
    make: () -> Weights
  ) -> Weights? {
    let key = Key(
      purpose: purpose, sources: sources.map { ObjectIdentifier($0) }, parameters: parameters)
    return state.withLock {
      if let known = $0.made[key] { return known.result }
      guard $0.optionalCount + count <= Self.optionalLimit else { return nil }
      $0.optionalCount += count
      let result = make()
      $0.made[key] = (sources, result)
      return result
    }
  }
}
