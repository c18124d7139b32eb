package import CoreMedia

extension SNClassificationResult {
  /// Sorts a model's scores into a result; a score that is no number counts as 0.
  ///
  /// - Parameters:
  ///   - scores: one a label, in label order; brought to 0...1.
  ///   - labels: the model's labels.
  ///   - timeRange: the window, in the client's time.
  ///   - isPadded: whether the model's input was filled up with silence after the window's end.
  package convenience init(
    scores: [Float], labels: [String], timeRange: CMTimeRange, isPadded: Bool = false
  ) {
    let confidences = scores.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    let order = confidences.indices.sorted {
      (confidences[$1], $0) < (confidences[$0], $1)
    }
    self.init(
      classifications: order.map {
        SNClassification(identifier: labels[$0], confidence: Double(confidences[$0]))
      },
      scores: confidences, timeRange: timeRange, isPadded: isPadded)
  }
}
