internal import COneDNN

extension PlanBuilder {
  /// A layout of the value without gaps and a new buffer of the result in the same one.
  private func gapless(
    _ value: PlannedValue, result: PlannedValue
  ) throws(NetworkError) -> (layout: Layout, source: Int, destination: Int) {
    if let known = value.gapless, let layout = known.layout {
      return (layout, known.buffer, makeImage(result, as: layout))
    }
    return (Layout.plain([value.count]), try plain(value), makePlain(result))
  }

  /// Adds a chain of oneDNN functions of every number of a value.
  func addFunctions(
    _ chain: [PostOperation], of value: PlannedValue, to result: PlannedValue
  ) throws(NetworkError) {
    let (layout, source, destination) = try gapless(value, result: result)
    var current = source
    for case .function(let function, let a, let b) in chain {
      guard let primitive = Primitive.function(function, a: a, b: b, source: layout) else {
        throw refusal("a function of every number")
      }
      addPrimitive(
        primitive, [(OSA_SOURCE, .buffer(current)), (OSA_DESTINATION, .buffer(destination))])
      current = destination
    }
  }

  /// Adds a loop that applies a function to every number of a value.
  @inline(__always)
  func addMap(
    of value: PlannedValue, to result: PlannedValue, _ function: @escaping (Float) -> Float
  ) throws(NetworkError) {
    let (_, source, destination) = try gapless(value, result: result)
    let count = value.count
    addLoop([source, destination]) { regions in
      FloatRun(region: regions[1], offset: 0, stride: 1).map(
        FloatRun(region: regions[0], offset: 0, stride: 1), count: count, function)
    }
  }
}
