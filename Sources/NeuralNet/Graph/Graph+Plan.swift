extension Graph {
  /// Lowers every node to steps and makes the plan.
  func plan(_ mergedWeights: MergedWeights) throws(NetworkError) -> Plan {
    let builder = PlanBuilder(mergedWeights)
    let counts = useCounts
    let values = shapes.indices.map {
      PlannedValue(shape: shapes[$0], remainingUses: counts[$0])
    }
    for input in inputs { builder.pin(builder.makePlain(values[input])) }
    for node in nodes {
      builder.layer = node.name
      for input in node.inputs { values[input].remainingUses -= 1 }
      try node.operation.lower(
        node.inputs.map { values[$0] }, to: node.outputs.map { values[$0] }, in: builder)
    }
    return try builder.assemble(
      inputs: inputs.map { (valueNames[$0], values[$0]) },
      outputs: outputs.map { (valueNames[$0], values[$0]) })
  }
}
