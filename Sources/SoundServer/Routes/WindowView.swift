import SoundEvents

/// A window as clients see it: its place and its highest scores.
struct WindowView: Encodable {
  /// A label and how sure the classifier is of it.
  struct Score: Encodable {
    var label: String
    var confidence: Double
  }

  var index: Int
  var start: Double
  var end: Double
  var top: [Score]

  /// Takes the best scores of a window, highest first, equals in the model's order.
  init(_ window: ScoredWindow, index: Int, job: Job, top count: Int) {
    self.index = index
    start = Double(window.startFrame) / job.info.sampleRate
    end = Double(window.endFrame) / job.info.sampleRate
    let labels = job.classifier.labels
    let best = window.scores.indices.sorted {
      (window.scores[$1], $0) < (window.scores[$0], $1)
    }.prefix(count)
    top = best.map {
      Score(label: labels[$0], confidence: (Double(window.scores[$0]) * 10_000).rounded() / 10_000)
    }
  }
}
