/// A network that cannot be built or run: which layer, what was found, what was expected.
package struct NetworkError: Error, Equatable, CustomStringConvertible {
  /// The name of the layer; empty if the fault is not in one layer.
  package var layer: String
  /// What the layer does, such as `convolution`, or the part of the network at fault.
  package var operation: String
  /// What was found.
  package var found: String
  /// What was expected instead.
  package var expected: String

  package init(layer: String, operation: String, found: String, expected: String) {
    self.layer = layer
    self.operation = operation
    self.found = found
    self.expected = expected
  }

  package var description: String {
    let place = layer.isEmpty ? operation : "layer '\(layer)' (\(operation))"
    return "\(place): found \(found), expected \(expected)"
  }
}
