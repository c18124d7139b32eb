public import Foundation

/// The name of a parameter of a model, which a configuration can set.
public final class MLParameterKey: NSObject, NSCopying, Sendable {
  /// The parameter's name.
  public let name: String

  /// The part of the model that is meant; nil for the whole.
  public let scope: String?

  private init(_ name: String, scope: String? = nil) {
    self.name = name
    self.scope = scope
  }

  /// How many neighbours a nearest neighbours classifier asks, from 1 to its number of samples.
  public static let numberOfNeighbors = MLParameterKey("numberOfNeighbors")

  /// The file of a linked model.
  public static let linkedModelFileName = MLParameterKey("linkedModelFileName")

  /// The folders in which linked models are looked for.
  public static let linkedModelSearchPath = MLParameterKey("linkedModelSearchPath")

  /// The weights of a layer.
  public static let weights = MLParameterKey("weights")

  /// The biases of a layer.
  public static let biases = MLParameterKey("biases")

  /// The step of training.
  public static let learningRate = MLParameterKey("learningRate")

  /// The momentum of training.
  public static let momentum = MLParameterKey("momentum")

  /// The examples of one step of training.
  public static let miniBatchSize = MLParameterKey("miniBatchSize")

  /// The passes of training.
  public static let epochs = MLParameterKey("epochs")

  /// The same parameter of a part of the model.
  public func scoped(to scope: String) -> MLParameterKey {
    MLParameterKey(name, scope: scope)
  }

  /// The key itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another key names the same parameter of the same part.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? MLParameterKey else { return false }
    return name == other.name && scope == other.scope
  }

  /// A hash of name and part.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(scope)
    return hasher.finalize()
  }
}
