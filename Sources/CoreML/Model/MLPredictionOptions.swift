public import Foundation

/// Wishes about one prediction; on Linux they are kept, and change nothing.
public final class MLPredictionOptions: NSObject {
  /// Whether the prediction may use the CPU alone.
  public var usesCPUOnly = false

  /// Creates options with the default wishes.
  public override init() {}
}
