/// How a classifier answers to sounds in which nothing of note is heard.
package struct FalseAlarms: Sendable {
  /// The length of these sounds, in seconds.
  package let duration: Double

  /// The probabilities of each window of each sound, in label order.
  private let sounds: [[[Double]]]

  private let labels: [String]

  init(_ sounds: [[[Double]]], labels: [String], duration: Double) {
    self.sounds = sounds
    self.labels = labels
    self.duration = duration
  }

  /// How often in an hour each label begins to be at a threshold or over it, but for background ones.
  package func perHour(threshold: Double) -> [(label: String, rate: Double)] {
    labels.indices.filter { !BackgroundLabel.matches(labels[$0]) }.map { label in
      var count = 0
      for windows in sounds {
        var isOver = false
        for window in windows {
          let wasOver = isOver
          isOver = window[label] >= threshold
          if isOver, !wasOver { count += 1 }
        }
      }
      return (labels[label], duration > 0 ? Double(count) * 3600 / duration : 0)
    }
  }

  /// The highest probability of a label that is no background.
  package var highest: Double {
    let heard = labels.indices.filter { !BackgroundLabel.matches(labels[$0]) }
    return sounds.joined().reduce(0) { highest, window in
      heard.reduce(highest) { max($0, window[$1]) }
    }
  }
}
