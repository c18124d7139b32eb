internal import CTiles

/// An activation that the tile unit's loops apply to their results.
struct TileFunction {
  var isHardSwish = false
  var low = -Float.infinity
  var high = Float.infinity

  /// The function of an activation, or nil if the loops have none such; no activation is the identity.
  init?(_ activation: Activation.Function?) {
    switch activation {
    case nil: break
    case .relu: low = 0
    case .clip(let minimum, let maximum): (low, high) = (minimum, maximum)
    case .clampedReLU(let alpha, let maximum) where alpha == 0: (low, high) = (0, maximum)
    case .hardSwish: isHardSwish = true
    default: return nil
    }
    // Bounds in the wrong order mean something else to other code.
    guard low <= high else { return nil }
  }

  var raw: osa_tiles_function {
    osa_tiles_function(is_hard_swish: isHardSwish, low: low, high: high)
  }
}
