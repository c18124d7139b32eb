public import Foundation

/// A list of sets of named values kept in an array.
public final class MLArrayBatchProvider: NSObject, MLBatchProvider {
  /// The sets in order.
  public let array: [any MLFeatureProvider]

  /// Creates a list from its sets.
  public init(array: [any MLFeatureProvider]) {
    self.array = array
  }

  /// Creates a list from equally long lists of values, one for each name.
  ///
  /// - Throws: `MLModelError.featureType` if the lists differ in length or a value is of no type
  ///   that a feature can have.
  public init(dictionary: [String: [Any]]) throws {
    let count = dictionary.values.first?.count ?? 0
    for (name, values) in dictionary where values.count != count {
      throw MLModelError(
        .featureType,
        "feature '\(name)' of a batch: found \(values.count) values, expected \(count) as of the "
          + "other features")
    }
    array = try (0..<count).map { index in
      try MLDictionaryFeatureProvider(dictionary: dictionary.mapValues { $0[index] })
    }
  }

  /// The number of sets.
  public var count: Int { array.count }

  /// The set at a position.
  public func features(at index: Int) -> any MLFeatureProvider {
    array[index]
  }
}
