/// A value of an ML Program: known already, or computed by a layer when the program runs.
enum ProgramValue: Sendable {
  /// What is known of a value before the program runs.
  struct Computed: Sendable {
    /// Its name in the network.
    let name: String
    let shape: [Int]
    let type: ElementType
  }

  case constant(ProgramConstant)
  case computed(Computed)

  var shape: [Int] {
    switch self {
    case .constant(let constant): constant.shape
    case .computed(let value): value.shape
    }
  }

  var type: ElementType {
    switch self {
    case .constant(let constant): constant.type
    case .computed(let value): value.type
    }
  }

  var rank: Int { shape.count }

  var constant: ProgramConstant? {
    if case .constant(let constant) = self { constant } else { nil }
  }

  /// The same value under another type, where both are computed with alike.
  func retyped(_ type: ElementType) -> ProgramValue {
    switch self {
    case .constant(let constant):
      .constant(constant.retyped(type))
    case .computed(let value):
      .computed(Computed(name: value.name, shape: value.shape, type: type))
    }
  }
}
