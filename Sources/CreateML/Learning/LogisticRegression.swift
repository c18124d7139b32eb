import Foundation

/// Multinomial logistic regression with a penalty on the weights' squares, by Newton's method.
///
/// Minimizes sum(s_i * loss_i) / sum(s_i) + penalty / 2 * |W|^2 over weights W and biases, the latter
/// without a penalty; loss_i is -log of the probability of sample i's label, and s_i its importance,
/// such that all labels count the same. That is scikit-learn's `LogisticRegression(C=1 / (penalty *
/// n), class_weight="balanced")`. The steps solve Newton's equation by conjugate gradients (Nocedal
/// and Wright, Numerical Optimization, 7.1), so that a few suffice. No step depends on threads.
final class LogisticRegression {
  /// Weights and biases.
  struct Solution: Sendable, Equatable {
    /// (labels, width), row-major.
    var weights: [Float]

    /// One a label.
    var biases: [Float]

    /// How many steps were taken.
    var stepCount = 0

    /// Whether the gradient vanished before the steps ran out.
    var hasConverged = false
  }

  private let labels: [Int]
  private let labelCount: Int
  private let products: SampleProducts

  /// The importance of each sample; together they are 1.
  private let importance: [Double]

  /// The largest part of the gradient that counts as none.
  private static let tolerance = 1e-6

  /// Prepares samples.
  ///
  /// - Parameters:
  ///   - samples: (samples, width), row-major.
  ///   - labels: the label of each sample, 0 ..< labelCount, each at least once.
  init(_ samples: [Float], width: Int, labels: [Int], labelCount: Int) throws {
    self.labels = labels
    self.labelCount = labelCount
    products = try SampleProducts(samples, width: width, rowCount: labelCount)
    var counts = [Double](repeating: 0, count: labelCount)
    for label in labels { counts[label] += 1 }
    importance = labels.map { 1 / (Double(labelCount) * counts[$0]) }
  }

  /// Finds the minimum.
  ///
  /// - Parameters:
  ///   - penalty: above 0.
  ///   - maximumStepCount: 1 or more.
  ///   - start: where to begin; nil for zeros.
  func solve(penalty: Double, maximumStepCount: Int, from start: Solution? = nil) -> Solution {
    let weightCount = labelCount * products.width
    var place = Point(
      weights: start?.weights.map(Double.init) ?? Array(repeating: 0, count: weightCount),
      biases: start?.biases.map(Double.init) ?? Array(repeating: 0, count: labelCount))
    var solution = Solution(weights: [], biases: [])
    var state = evaluate(place, penalty)
    while solution.stepCount < maximumStepCount {
      let gradient = gradient(at: place, state.probabilities, penalty)
      guard gradient.largest > Self.tolerance else {
        solution.hasConverged = true
        break
      }
      let direction = direction(gradient, state.probabilities, penalty)
      let slope = direction.dot(gradient)
      var length = 1.0
      var next = place.moved(length, direction)
      var nextState = evaluate(next, penalty)
      // Armijo's rule; at the limit of precision no length satisfies it.
      while nextState.value > state.value + 1e-4 * length * slope, length > 1e-4 {
        length /= 2
        next = place.moved(length, direction)
        nextState = evaluate(next, penalty)
      }
      guard nextState.value < state.value else {
        solution.hasConverged = gradient.largest < 100 * Self.tolerance
        break
      }
      place = next
      state = nextState
      solution.stepCount += 1
    }
    solution.weights = place.weights.map(Float.init)
    solution.biases = place.biases.map(Float.init)
    return solution
  }

  // MARK: The function and its derivatives

  /// The value of the function, and the probabilities (labels, samples) behind it.
  private func evaluate(
    _ place: Point, _ penalty: Double
  ) -> (value: Double, probabilities: [Float]) {
    var scores = products.forward(place.weights.map(Float.init))
    let loss = Self.normalize(&scores, labels: labels, biases: place.biases, importance)
    let squares = place.weights.reduce(0) { $0 + $1 * $1 }
    return (loss + penalty / 2 * squares, scores)
  }

  /// Turns scores (labels, samples) into probabilities, and gives the mean loss.
  private static func normalize(
    _ scores: inout [Float], labels: [Int], biases: [Double], _ importance: [Double]
  ) -> Double {
    let count = labels.count
    var loss = 0.0
    for sample in 0..<count {
      var highest = -Double.infinity
      for label in biases.indices {
        highest = max(highest, Double(scores[label * count + sample]) + biases[label])
      }
      let own = Double(scores[labels[sample] * count + sample]) + biases[labels[sample]] - highest
      var sum = 0.0
      for label in biases.indices {
        let power = exp(Double(scores[label * count + sample]) + biases[label] - highest)
        scores[label * count + sample] = Float(power)
        sum += power
      }
      for label in biases.indices { scores[label * count + sample] /= Float(sum) }
      loss += importance[sample] * (log(sum) - own)
    }
    return loss
  }

  private func gradient(
    at place: Point, _ probabilities: [Float], _ penalty: Double
  ) -> Point {
    let count = labels.count
    var rest = probabilities
    for sample in 0..<count { rest[labels[sample] * count + sample] -= 1 }
    weigh(&rest)
    return collect(rest, penalty, of: place)
  }

  /// The product of the function's second derivatives and a direction.
  private func curvature(
    along direction: Point, _ probabilities: [Float], _ penalty: Double
  ) -> Point {
    let count = labels.count
    var change = products.forward(direction.weights.map(Float.init))
    for sample in 0..<count {
      var mean: Float = 0
      for label in 0..<labelCount {
        let index = label * count + sample
        change[index] += Float(direction.biases[label])
        mean += probabilities[index] * change[index]
      }
      for label in 0..<labelCount {
        let index = label * count + sample
        change[index] = probabilities[index] * (change[index] - mean)
      }
    }
    weigh(&change)
    return collect(change, penalty, of: direction)
  }

  private func weigh(_ rows: inout [Float]) {
    let count = labels.count
    for label in 0..<labelCount {
      for sample in 0..<count { rows[label * count + sample] *= Float(importance[sample]) }
    }
  }

  private func collect(_ rows: [Float], _ penalty: Double, of place: Point) -> Point {
    let count = labels.count
    var sum = Point(weights: products.backward(rows).map(Double.init), biases: [])
    for index in sum.weights.indices { sum.weights[index] += penalty * place.weights[index] }
    sum.biases = (0..<labelCount).map { label in
      rows[label * count..<(label + 1) * count].reduce(0) { $0 + Double($1) }
    }
    return sum
  }

  /// Newton's direction, as precisely as the distance from the minimum deserves.
  private func direction(
    _ gradient: Point, _ probabilities: [Float], _ penalty: Double
  ) -> Point {
    var direction = gradient.scaled(0)
    var residual = gradient.scaled(-1)
    var search = residual
    var square = residual.dot(residual)
    let goal = square * min(0.01, square.squareRoot())
    for _ in 0..<Self.mostInnerSteps where square > goal {
      let product = curvature(along: search, probabilities, penalty)
      let bend = search.dot(product)
      guard bend > 0 else { break }
      let length = square / bend
      direction = direction.moved(length, search)
      residual = residual.moved(-length, product)
      let next = residual.dot(residual)
      search = residual.moved(next / square, search)
      square = next
    }
    return direction
  }

  /// The most products with the second derivatives for one direction.
  private static let mostInnerSteps = 60

  /// Weights and biases as one vector.
  private struct Point {
    var weights: [Double]
    var biases: [Double]

    var largest: Double {
      max(weights.reduce(0) { max($0, abs($1)) }, biases.reduce(0) { max($0, abs($1)) })
    }

    func dot(_ other: Point) -> Double {
      var sum = 0.0
      for index in weights.indices { sum += weights[index] * other.weights[index] }
      for index in biases.indices { sum += biases[index] * other.biases[index] }
      return sum
    }

    func scaled(_ factor: Double) -> Point {
      Point(weights: weights.map { $0 * factor }, biases: biases.map { $0 * factor })
    }

    func moved(_ length: Double, _ direction: Point) -> Point {
      var moved = self
      for index in weights.indices { moved.weights[index] += length * direction.weights[index] }
      for index in biases.indices { moved.biases[index] += length * direction.biases[index] }
      return moved
    }
  }
}
