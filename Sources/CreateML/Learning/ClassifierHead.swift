import Foundation

/// A dense layer and softmax on unscaled features, in the precision of the file.
struct ClassifierHead: Sendable, Equatable {
  /// (labels, width), row-major.
  let weights: [Float16]

  /// One a label.
  let biases: [Float]

  private let width: Int

  /// Folds the scale of features into what was learned on scaled ones.
  ///
  /// The means are folded after the weights were rounded, so that only distances from them are
  /// rounded.
  init(_ solution: LogisticRegression.Solution, _ scale: FeatureScale) {
    let width = scale.means.count
    weights = solution.weights.map { Float16(Double($0) / scale.deviation) }
    var biases: [Float] = []
    for (label, bias) in solution.biases.enumerated() {
      var sum = Double(bias)
      for place in 0..<width { sum -= Double(weights[label * width + place]) * scale.means[place] }
      biases.append(Float(sum))
    }
    self.biases = biases
    self.width = width
  }

  /// The probabilities of each label for each of some windows, one window after the other.
  func probabilities(_ features: [Float]) -> [[Double]] {
    stride(from: 0, to: features.count, by: width).map { first in
      let scores = biases.indices.map { label in
        var sum = Double(biases[label])
        for place in 0..<width {
          sum += Double(weights[label * width + place]) * Double(features[first + place])
        }
        return sum
      }
      let highest = scores.max() ?? 0
      let powers = scores.map { exp($0 - highest) }
      let total = powers.reduce(0, +)
      return powers.map { $0 / total }
    }
  }
}
