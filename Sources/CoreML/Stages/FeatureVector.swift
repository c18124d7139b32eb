/// The inputs of a classical model, laid out as one vector in a fixed order.
struct FeatureVector: Sendable {
  private let inputs: [MLFeatureDescription]

  /// The number of elements.
  let count: Int

  /// Takes inputs that are numbers or arrays of a known shape.
  init(_ inputs: [MLFeatureDescription]) throws(ModelFileError) {
    var count = 0
    for input in inputs {
      switch (input.type, input.multiArrayConstraint?.lengths ?? []) {
      case (.int64, _), (.double, _): count += 1
      case (.multiArray, let lengths) where !lengths.isEmpty: count += lengths.reduce(1, *)
      default:
        throw ModelFileError(
          .invalid, at: "input '\(input.name)'", found: "\(input)",
          expected: "a number, or an array of a known shape")
      }
    }
    guard !inputs.isEmpty else {
      throw ModelFileError(.invalid, found: "no inputs", expected: "one at least")
    }
    self.inputs = inputs
    self.count = count
  }

  /// Takes inputs that are together as many numbers as expected.
  init(_ inputs: [MLFeatureDescription], count: Int) throws(ModelFileError) {
    try self.init(inputs)
    guard self.count == count else {
      throw ModelFileError(
        .invalid, found: "inputs of \(self.count) numbers", expected: "\(count), one a weight")
    }
  }

  /// Whether the only input is an array.
  var isOneArray: Bool { inputs.count == 1 && inputs[0].type == .multiArray }

  /// The numbers of all inputs in a row.
  func vector(from features: FeatureTable) throws(MLModelError) -> [Double] {
    var vector: [Double] = []
    vector.reserveCapacity(count)
    for input in inputs {
      guard let value = features[input.name] else {
        throw MLModelError(.featureType, "input '\(input.name)' is missing")
      }
      switch value.type {
      case .int64: vector.append(Double(value.int64Value))
      case .double: vector.append(value.doubleValue)
      default: vector += value.multiArrayValue?.doubles ?? []
      }
    }
    guard vector.count == count else {
      throw MLModelError(
        .featureType, "found inputs of \(vector.count) numbers, expected \(count)")
    }
    return vector
  }
}
