/// One step of a network: an operation between named values.
package struct Layer: Sendable {
  /// The name that errors show.
  package var name: String
  /// What the layer computes.
  package var operation: any LayerOperation
  /// The names of the values read, in the operation's order.
  package var inputs: [String]
  /// The names of the values made, in the operation's order.
  package var outputs: [String]

  package init(
    name: String, operation: any LayerOperation, inputs: [String], outputs: [String]
  ) {
    self.name = name
    self.operation = operation
    self.inputs = inputs
    self.outputs = outputs
  }
}
