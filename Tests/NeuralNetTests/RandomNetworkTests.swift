import NeuralNet
import Testing

/// Networks put together at random, against their definition: whatever layers meet, neither
/// merging them nor sharing memory between their values changes what comes out.
struct RandomNetworkTests {
  /// Grows a network of image layers from a noise.
  private struct Grower {
    var noise: Noise
    var layers: [Layer] = []
    /// The values so far and their shapes, (batch, channels, 6, 5).
    var values: [(name: String, channels: Int)]

    mutating func number(below limit: Int) -> Int {
      min(Int((noise.next() + 1) / 2 * Float(limit)), limit - 1)
    }

    mutating func add(_ operation: any LayerOperation, _ inputs: [String], channels: Int) {
      let name = "v\(values.count)"
      layers.append(Layer(name: name, operation: operation, inputs: inputs, outputs: [name]))
      values.append((name, channels))
    }

    mutating func grow() {
      // Late values are read more often than early ones.
      let first = max(number(below: values.count), number(below: values.count))
      let (name, channels) = values[first]
      let partners = values.filter { $0.channels == channels }
      let partner = partners[number(below: partners.count)].name
      switch number(below: 12) {
      case 0, 1, 2:
        let outputs = [channels, 5, 8, 16][number(below: 4)]
        add(convolution(channels, outputs, groups: 1), [name], channels: outputs)
      case 3: add(convolution(channels, channels, groups: channels), [name], channels: channels)
      case 4, 5, 6: add(Elementwise(.add), [name, partner], channels: channels)
      case 7:
        let functions: [Activation.Function] = [
          .relu, .sigmoidHard(alpha: 1 / 6, beta: 0.5), .tanh, .softsign, .hardSwish,
        ]
        add(Activation(functions[number(below: 5)]), [name], channels: channels)
      case 8: add(Elementwise(.multiply), [name, partner], channels: channels)
      case 9:
        add(
          Affine(
            scale: noise.weights([channels, 1, 1]), bias: noise.weights([channels, 1, 1])),
          [name], channels: channels)
      case 10:
        add(
          Pooling(
            .average(excludesPadding: true),
            window: .sliding(
              kernel: Size2D(height: 3, width: 3), KernelWindow(padding: .sameBottomRight),
              roundsUp: false)), [name], channels: channels)
      default: add(Reshape(shape: [0, 0, 6, 5]), [name], channels: channels)
      }
    }

    private mutating func convolution(_ inputs: Int, _ outputs: Int, groups: Int) -> Convolution {
      let reach = 1 / Float(inputs / groups * 9).squareRoot()
      return Convolution(
        weights: noise.weights([outputs, inputs / groups, 3, 3], in: -reach...reach),
        bias: noise.weights([outputs]), groups: groups, padding: .sameBottomRight)
    }
  }

  @Test(arguments: 0..<40)
  func aRandomNetworkEqualsItsDefinition(_ seed: Int) throws {
    var grower = Grower(noise: Noise(seed: UInt64(seed) &* 977 &+ 1), values: [("x", 8)])
    for _ in 0..<14 { grower.grow() }
    let outputs = Set([grower.values[grower.number(below: 15)].name, grower.values[14].name])
    let network = Network(inputs: ["x"], layers: grower.layers, outputs: Array(outputs))
    let x = ["x": grower.noise.tensor([2, 8, 6, 5])]
    let expected = try network.evaluate(x)
    for rewrites in [true, false] {
      let plan = try network.compile(inputShapes: x.mapValues(\.shape), rewrites: rewrites)
      for _ in 0..<2 {
        let found = run(plan, x)
        for name in outputs {
          expectClose(
            try #require(found[name]), try #require(expected[name]), tolerance: 1e-4,
            "\(name) of seed \(seed), rewrites \(rewrites)")
        }
      }
    }
  }
}
