package import CoreMedia

extension SNClassificationResult {
  /// Sorts a model's scores into a result; a score that is no number counts as 0.
  ///
  /// - Parameters:
  ///   - scores: one a label, in label order; brought to 0...1.
  ///   - labels: the model's labels.
  ///   - timeRange: the window, in the client's time.
  ///   - fit: how the window lies in its recording.
  package convenience init(
    scores: [Float], labels: [String], timeRange: CMTimeRange, fit: WindowFit = .whole
  ) {
    let confidences = scores.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    let order = confidences.indices.sorted {
      (confidences[$1], $0) < (confidences[$0], $1)
    }
    self.init(
      classifications: order.map {
        SNClassification(identifier: labels[$0], confidence: Double(confidences[$0]))
      },
      scores: confidences, timeRange: timeRange, fit: fit)
  }
}
