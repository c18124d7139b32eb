public import Foundation

/// Wishes about how a model is read and run; those about processors change nothing on Linux.
public final class MLModelConfiguration: NSObject, NSCopying {
  /// The wishes themselves, which threads can pass on to each other.
  struct Wishes: Sendable {
    var computeUnits = MLComputeUnits.all
    var allowLowPrecisionAccumulationOnGPU = false
    var modelDisplayName: String?
    var functionName: String?
    var parameters: Parameters?
  }

  /// Values by key. @unchecked: nothing changes them here, and callers hand them over.
  struct Parameters: @unchecked Sendable {
    let values: [MLParameterKey: Any]
  }

  /// What reading a model takes from the wishes.
  var choices: ModelChoices {
    var choices = ModelChoices()
    choices.functionName = functionName
    let count = parameters?[.numberOfNeighbors]
    choices.neighborCount = count as? Int ?? (count as? NSNumber)?.intValue
    return choices
  }

  var wishes: Wishes

  /// Creates a configuration with the default wishes.
  public override init() {
    wishes = Wishes()
  }

  init(_ wishes: Wishes) {
    self.wishes = wishes
  }

  /// The processors that the model may use.
  public var computeUnits: MLComputeUnits {
    get { wishes.computeUnits }
    set { wishes.computeUnits = newValue }
  }

  /// Whether a GPU may add up in half precision.
  public var allowLowPrecisionAccumulationOnGPU: Bool {
    get { wishes.allowLowPrecisionAccumulationOnGPU }
    set { wishes.allowLowPrecisionAccumulationOnGPU = newValue }
  }

  /// The name under which tools show the model.
  public var modelDisplayName: String? {
    get { wishes.modelDisplayName }
    set { wishes.modelDisplayName = newValue }
  }

  /// The entry point of a model that has several.
  public var functionName: String? {
    get { wishes.functionName }
    set { wishes.functionName = newValue }
  }

  /// Values for parameters of the model; `numberOfNeighbors` is heeded, the others are kept.
  public var parameters: [MLParameterKey: Any]? {
    get { wishes.parameters?.values }
    set { wishes.parameters = newValue.map { Parameters(values: $0) } }
  }

  /// A configuration with the same wishes.
  public func copy(with zone: NSZone? = nil) -> Any {
    MLModelConfiguration(wishes)
  }
}
