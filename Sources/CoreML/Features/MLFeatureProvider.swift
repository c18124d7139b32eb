/// A set of named values, as the inputs of a prediction or its outputs.
public protocol MLFeatureProvider: AnyObject {
  /// The names of the values.
  var featureNames: Set<String> { get }

  /// The value with a name, or nil if there is none.
  func featureValue(for featureName: String) -> MLFeatureValue?
}
