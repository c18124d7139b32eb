/// How well whole clips are named.
package struct ClipFigures: Sendable, Equatable, Codable {
  /// How a label's decisions are made.
  package enum Decision: String, Sendable, Codable {
    /// The label with the highest score is the answer: every clip has one label.
    case best
    /// Every label at or over a threshold is an answer: some clips have several labels, or none.
    case threshold
  }

  /// The figures of one label.
  package struct Label: Sendable, Equatable, Codable {
    /// The label.
    package var label: String
    /// The clips in which it is heard.
    package var support: Int
    /// The share of its answers that are right; nil where it is never an answer.
    package var precision: Double?
    /// The share of its clips in which it is an answer; nil where there is no such clip.
    package var recall: Double?
    /// The harmonic mean of both, 2 tp / (2 tp + fp + fn); nil without clips and answers.
    package var f1: Double?
    /// The precision over all thresholds, weighted by the recall that each adds; nil without clips.
    package var averagePrecision: Double?
  }

  /// The clips that count.
  package var clipCount: Int
  /// How decisions are made.
  package var decision: Decision
  /// The threshold of decisions; nil for the best.
  package var threshold: Double?
  /// The share of labelled clips whose first answer is right.
  package var top1: Double?
  /// The share of labelled clips with a right one among the first three answers.
  package var top3: Double?
  /// The mean of the labels' average precisions.
  package var meanAveragePrecision: Double?
  /// The mean of the labels' F1.
  package var meanF1: Double?
  /// Every label that is heard in some clip, in the classifier's order.
  package var labels: [Label]
  /// Who is taken for whom, over clips with one label.
  package var confusion: [Confusion]
  /// How far the confidence of the first answer can be believed.
  package var reliability: Reliability

  /// Computes all of it.
  ///
  /// - Parameters:
  ///   - clips: what is heard and what was answered, all with scores for the same labels.
  ///   - names: the classifier's labels.
  ///   - threshold: of decisions where some clip has not exactly one label.
  package init(_ clips: [JudgedClip], names: [String], threshold: Double) {
    let isSingle = clips.allSatisfy { $0.truth.count == 1 }
    clipCount = clips.count
    decision = isSingle ? .best : .threshold
    self.threshold = isSingle ? nil : threshold
    let best = clips.map { $0.best(3) }
    let labelled = clips.indices.filter { !clips[$0].truth.isEmpty }
    func share(_ count: Int) -> Double? {
      let right = labelled.count { place in
        best[place].prefix(count).contains { clips[place].truth.contains($0) }
      }
      return labelled.isEmpty ? nil : Double(right) / Double(labelled.count)
    }
    top1 = share(1)
    top3 = share(3)
    let heard = Set(clips.flatMap(\.truth)).sorted()
    labels = heard.map { label in
      let truth = clips.map { $0.truth.contains(label) }
      let answers = clips.indices.map { place in
        isSingle
          ? best[place].first == label : Double(clips[place].scores[label]) >= threshold
      }
      return Self.figures(
        names[label], truth: truth, answers: answers, scores: clips.map { $0.scores[label] })
    }
    meanAveragePrecision = labels.compactMap(\.averagePrecision).mean
    meanF1 = labels.compactMap(\.f1).mean
    confusion = Confusion.table(
      clips.indices.compactMap { place in
        guard clips[place].truth.count == 1, let answer = best[place].first else { return nil }
        return (names[clips[place].truth[0]], names[answer])
      })
    reliability = Reliability(
      labelled.compactMap { place in
        best[place].first.map {
          (Double(clips[place].scores[$0]), clips[place].truth.contains($0))
        }
      })
  }

  private static func figures(
    _ name: String, truth: [Bool], answers: [Bool], scores: [Float]
  ) -> Label {
    let hits = zip(truth, answers).count { $0 && $1 }
    let support = truth.count { $0 }
    let answerCount = answers.count { $0 }
    return Label(
      label: name, support: support,
      precision: answerCount == 0 ? nil : Double(hits) / Double(answerCount),
      recall: support == 0 ? nil : Double(hits) / Double(support),
      f1: support + answerCount == 0 ? nil : 2 * Double(hits) / Double(support + answerCount),
      averagePrecision: AveragePrecision.value(scores: scores, truth: truth))
  }
}

extension [Double] {
  /// The mean; nil of no numbers.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
