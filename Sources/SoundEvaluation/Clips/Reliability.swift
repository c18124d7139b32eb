/// How often answers of some confidence are right: the reliability diagram and its summary.
package struct Reliability: Sendable, Equatable, Codable {
  /// Answers of about the same confidence.
  package struct Bin: Sendable, Equatable, Codable {
    /// The answers in it.
    package var count: Int
    /// Their mean confidence; nil for none.
    package var confidence: Double?
    /// The share of them that are right; nil for none.
    package var accuracy: Double?
  }

  /// Ten bins of equal width; bin i holds confidences over i/10 up to (i+1)/10, the first also 0.
  package var bins: [Bin]
  /// The mean distance of accuracy and confidence, weighted by the bins' counts (ECE; Naeini et
  /// al., 2015); nil without answers.
  package var expectedCalibrationError: Double?

  /// The bins of a diagram.
  package static let binCount = 10

  /// Sorts answers into bins.
  ///
  /// - Parameter answers: the confidence of each, 0 to 1, and whether it is right.
  init(_ answers: [(confidence: Double, isRight: Bool)]) {
    var counts = Array(repeating: 0, count: Self.binCount)
    var confidences = Array(repeating: 0.0, count: Self.binCount)
    var rights = Array(repeating: 0, count: Self.binCount)
    for answer in answers {
      let place = (1..<Self.binCount).first {
        answer.confidence <= Double($0) / Double(Self.binCount)
      }
      let bin = (place ?? Self.binCount) - 1
      counts[bin] += 1
      confidences[bin] += answer.confidence
      rights[bin] += answer.isRight ? 1 : 0
    }
    bins = (0..<Self.binCount).map { bin in
      let count = Double(counts[bin])
      return Bin(
        count: counts[bin], confidence: count == 0 ? nil : confidences[bin] / count,
        accuracy: count == 0 ? nil : Double(rights[bin]) / count)
    }
    let distance = bins.indices.reduce(0.0) { $0 + abs(confidences[$1] - Double(rights[$1])) }
    expectedCalibrationError = answers.isEmpty ? nil : distance / Double(answers.count)
  }
}
