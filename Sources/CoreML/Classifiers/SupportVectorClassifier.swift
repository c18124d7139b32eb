private import Glibc

/// A classifier by support vector machines, one for each pair of classes, as LIBSVM defines it.
struct SupportVectorClassifier: VectorClassifier {
  let labels: ClassLabels
  let featureCount: Int

  private let kernel: SupportVectorKernel
  /// One support vector after the other, those of the first class first: (vectors, features).
  private let vectors: [Double]
  /// Where the vectors of each class begin, and the number of all.
  private let starts: [Int]
  /// One row for each class but one: (classes - 1, vectors).
  private let coefficients: [[Double]]
  /// One number for each pair of classes, (0, 1), (0, 2) ... (1, 2) ...
  private let offsets: [Double]
  /// The slope and shift of the probability of each pair; nil where the classes vote.
  private let probabilities: (slopes: [Double], shifts: [Double])?

  /// Reads the machines.
  ///
  /// - Parameter featureCount: the number of elements that the model's inputs have.
  init(
    _ message: Message, labels: ClassLabels, featureCount: Int
  ) throws(ModelFileError) {
    self.labels = labels
    self.featureCount = featureCount
    kernel = try SupportVectorKernel(try message.required("kernel"))
    let counts = message.integers("number_of_support_vectors_per_class")
    guard labels.count >= 2, counts.count == labels.count, counts.allSatisfy({ $0 >= 0 }) else {
      throw ModelFileError(
        .invalid, found: "support vectors for \(counts.count) classes",
        expected: "\(labels.count) classes, 2 at least")
    }
    vectors = try SupportVectors(message).rows(width: featureCount)
    let count = vectors.count / featureCount
    // The sum cannot overflow: each count is an integer of 32 bits.
    guard counts.reduce(0, +) == count else {
      throw ModelFileError(
        .invalid, found: "\(count) support vectors",
        expected: "\(counts.reduce(0, +)), as the classes have together")
    }
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    coefficients = message.messages("coefficients").map { $0.doubles("vector") }
    guard coefficients.count == labels.count - 1,
      coefficients.allSatisfy({ $0.count == count && isFinite($0) })
    else {
      throw ModelFileError(
        .invalid, found: "\(coefficients.count) rows of coefficients",
        expected: "\(labels.count - 1), each of \(count) finite numbers")
    }
    let pairCount = labels.count * (labels.count - 1) / 2
    offsets = try Self.pairs(message, "rho", count: pairCount)
    let slopes = message.doubles("prob_a")
    probabilities =
      slopes.isEmpty
      ? nil
      : (
        try Self.pairs(message, "prob_a", count: pairCount),
        try Self.pairs(message, "prob_b", count: pairCount)
      )
  }

  private static func pairs(
    _ message: Message, _ name: StaticString, count: Int
  ) throws(ModelFileError) -> [Double] {
    let values = message.doubles(name)
    guard values.count == count, isFinite(values) else {
      throw ModelFileError(
        .invalid, found: "\(values.count) numbers as \(name)",
        expected: "\(count) finite ones, one a pair of classes")
    }
    return values
  }

  func probabilities(of vector: [Double]) -> [Double] {
    let kernels = (0..<vectors.count / featureCount).map { index in
      kernel.value(vector, vectors[index * featureCount..<(index + 1) * featureCount])
    }
    let classCount = labels.count
    var votes = [Double](repeating: 0, count: classCount)
    var pairwise = [Double](repeating: 0, count: classCount * classCount)
    var pair = 0
    for i in 0..<classCount {
      for j in i + 1..<classCount {
        var decision = -offsets[pair]
        for index in starts[i]..<starts[i + 1] {
          decision += coefficients[j - 1][index] * kernels[index]
        }
        for index in starts[j]..<starts[j + 1] {
          decision += coefficients[i][index] * kernels[index]
        }
        votes[decision > 0 ? i : j] += 1
        if let probabilities {
          let p = sigmoid(-(decision * probabilities.slopes[pair] + probabilities.shifts[pair]))
          pairwise[i * classCount + j] = min(max(p, 1e-7), 1 - 1e-7)
          pairwise[j * classCount + i] = 1 - pairwise[i * classCount + j]
        }
        pair += 1
      }
    }
    if probabilities == nil { return votes.map { $0 / Double(pair) } }
    return classCount == 2
      ? [pairwise[1], pairwise[2]] : coupled(pairwise, classCount: classCount)
  }

  /// The probabilities that agree best with those of the pairs (Wu, Lin and Weng 2004, method 2).
  private func coupled(_ pairwise: [Double], classCount: Int) -> [Double] {
    var q = [Double](repeating: 0, count: classCount * classCount)
    for t in 0..<classCount {
      for j in 0..<classCount where j != t {
        let other = pairwise[j * classCount + t]
        q[t * classCount + t] += other * other
        q[t * classCount + j] = -other * pairwise[t * classCount + j]
      }
    }
    var p = [Double](repeating: 1 / Double(classCount), count: classCount)
    var qp = p
    for _ in 0..<max(100, classCount) {
      var pqp = 0.0
      for t in 0..<classCount {
        qp[t] = (0..<classCount).reduce(0) { $0 + q[t * classCount + $1] * p[$1] }
        pqp += p[t] * qp[t]
      }
      if qp.allSatisfy({ abs($0 - pqp) < 0.005 / Double(classCount) }) { break }
      for t in 0..<classCount {
        let step = (pqp - qp[t]) / q[t * classCount + t]
        p[t] += step
        pqp = (pqp + step * (step * q[t * classCount + t] + 2 * qp[t])) / (1 + step) / (1 + step)
        for j in 0..<classCount {
          qp[j] = (qp[j] + step * q[t * classCount + j]) / (1 + step)
          p[j] /= 1 + step
        }
      }
    }
    return p
  }
}
