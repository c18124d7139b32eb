private import Glibc

/// The logistic function.
func sigmoid(_ x: Double) -> Double {
  1 / (1 + exp(-x))
}

/// The logarithm of the logistic function, which does not underflow.
func logSigmoid(_ x: Double) -> Double {
  min(x, 0) - log1p(exp(-abs(x)))
}

/// The distribution function of the standard normal distribution.
func normalDistribution(_ x: Double) -> Double {
  erfc(-x / 2.0.squareRoot()) / 2
}

/// Turns scores into probabilities that sum to 1.
func softmax(_ scores: inout [Double]) {
  guard let largest = scores.max() else { return }
  var sum = 0.0
  for index in scores.indices {
    scores[index] = exp(scores[index] - largest)
    sum += scores[index]
  }
  for index in scores.indices { scores[index] /= sum }
}
