import Foundation

/// Windows as features, with their labels.
struct FeatureRows {
  /// How many numbers a window has.
  let width: Int

  /// (windows, width), row-major.
  private(set) var values: [Float] = []

  /// The label of each window.
  private(set) var labels: [Int] = []

  init(width: Int) { self.width = width }

  var count: Int { labels.count }
  var isEmpty: Bool { labels.isEmpty }

  /// Adds windows of one label.
  mutating func append(_ features: [Float], label: Int) {
    values.append(contentsOf: features)
    labels.append(contentsOf: repeatElement(label, count: features.count / width))
  }

  /// Adds windows that sound like nothing: each number is that of some window, chosen for itself.
  ///
  /// What they teach is that a few numbers of a label's sounds do not make that sound.
  mutating func appendDecoys(count decoyCount: Int, label: Int, seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let rowCount = UInt64(count)
    var decoys: [Float] = []
    decoys.reserveCapacity(decoyCount * width)
    for _ in 0..<decoyCount {
      for place in 0..<width {
        decoys.append(values[Int(generator.next() % rowCount) * width + place])
      }
    }
    append(decoys, label: label)
  }

  /// The mean over the labels of the mean of -log of the probability of the right label, and the
  /// standard error of that.
  func loss(_ head: ClassifierHead) -> (mean: Double, error: Double) {
    var losses: [Int: [Double]] = [:]
    for (label, probabilities) in zip(labels, head.probabilities(values)) {
      losses[label, default: []].append(-log(max(probabilities[label], 1e-12)))
    }
    var sum = 0.0
    var variance = 0.0
    // In the order of labels, so that the sums are the same each time.
    for (_, own) in losses.sorted(by: { $0.key < $1.key }) {
      let count = Double(own.count)
      let mean = own.reduce(0, +) / count
      sum += mean
      variance += own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count / count
    }
    let count = Double(max(1, losses.count))
    return (sum / count, variance.squareRoot() / count)
  }
}

extension ClassifierHead {
  /// The mean of the windows' probabilities.
  func meanProbabilities(_ features: [Float]) -> [Double] {
    let windows = probabilities(features)
    return biases.indices.map { label in
      windows.reduce(0) { $0 + $1[label] } / Double(max(1, windows.count))
    }
  }
}

extension [Double] {
  /// The place of the largest number, the first one of equals.
  var firstIndexOfLargest: Int {
    var best = 0
    for place in indices where self[place] > self[best] { best = place }
    return best
  }
}
