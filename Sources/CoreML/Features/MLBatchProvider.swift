/// A list of sets of named values.
public protocol MLBatchProvider: AnyObject {
  /// The number of sets.
  var count: Int { get }

  /// The set at a position.
  func features(at index: Int) -> any MLFeatureProvider
}
