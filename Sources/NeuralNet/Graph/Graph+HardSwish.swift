extension Graph {
  /// Replaces `x * sigmoidHard(x)` with slope 1/6 and offset 1/2 by one hard-swish layer.
  mutating func recogniseHardSwish() {
    let makers = producers
    for index in nodes.indices {
      guard let product = nodes[index].operation as? Elementwise, product.function == .multiply,
        nodes[index].inputs.count == 2
      else { continue }
      let factors = nodes[index].inputs
      for (gate, x) in [(factors[0], factors[1]), (factors[1], factors[0])] {
        guard let maker = makers[gate], nodes[maker].inputs == [x],
          let activation = nodes[maker].operation as? Activation,
          case .sigmoidHard(let alpha, let beta) = activation.function,
          abs(alpha - 1 / 6) < 1e-6, abs(beta - 0.5) < 1e-6
        else { continue }
        nodes[index].operation = Activation(.hardSwish)
        nodes[index].inputs = [x]
        break
      }
    }
    removeUnused()
  }
}
