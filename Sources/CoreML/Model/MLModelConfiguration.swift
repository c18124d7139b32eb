public import Foundation

/// Wishes about how a model is run; on Linux they are kept, and change nothing.
public final class MLModelConfiguration: NSObject, NSCopying {
  /// The wishes themselves, which threads can pass on to each other.
  struct Wishes: Sendable {
    var computeUnits = MLComputeUnits.all
    var allowLowPrecisionAccumulationOnGPU = false
    var modelDisplayName: String?
    var functionName: String?
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

  /// A configuration with the same wishes.
  public func copy(with zone: NSZone? = nil) -> Any {
    MLModelConfiguration(wishes)
  }
}
