import Foundation
import SoundAnalysis

/// Trains a sound classifier: hears the recordings, adds background, learns, and judges.
package struct SoundClassifierTraining {
  private let data: LabelledFiles
  private let parameters: MLSoundClassifier.ModelParameters
  private let progress: @Sendable (TrainingProgress) -> Void
  private let extraction: FeatureExtraction

  /// The penalties that are tried where recordings validate, the largest first.
  private static let penalties = [1, 0.3, 0.1, 0.03, 0.01]

  /// The penalty where none do.
  private static let usualPenalty = 0.1

  private static let learnedSeconds = 3
  private static let heldOutSeconds = 15

  /// Prepares a training.
  ///
  /// - Parameter progress: told what is done, on any thread.
  /// - Throws: `MLCreateError` for parameters and data with which nothing can be trained.
  package init(
    _ source: MLSoundClassifier.DataSource, _ parameters: MLSoundClassifier.ModelParameters,
    progress: @escaping @Sendable (TrainingProgress) -> Void = { _ in }
  ) throws {
    try parameters.check()
    data = try LabelledFiles(source)
    guard data.labels.count > 1 else {
      throw MLCreateError.generic(
        reason: "found one label, '\(data.labels[0])', expected two at least: recordings of other "
          + "sounds may be labelled 'background'")
    }
    self.parameters = parameters
    self.progress = progress
    extraction = try FeatureExtraction(
      windowDuration: parameters.featureExtractionTimeWindowSize,
      overlapFactor: parameters.overlapFactor)
  }

  /// Trains.
  ///
  /// - Throws: `MLCreateError.generic` where no recording of some label can be used; what the
  ///   network throws.
  package func train() throws -> TrainedClassifier {
    let (learned, validating) = try hearRecordings()
    let backgroundSeed: Int? =
      if case .synthesized(let seed) = parameters.background { seed } else { nil }
    let own = BackgroundLabel.first(among: data.labels)
    let added = backgroundSeed == nil || own != nil ? [] : [BackgroundLabel.synthesized]
    let labels = (data.labels + added).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let places = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })

    progress(.background)
    let seed = backgroundSeed ?? 1
    let heldOut = try extraction.hear(
      BackgroundSounds.heldOut, seed: seed &+ 1_000_003, seconds: Self.heldOutSeconds)
    var rows = FeatureRows(width: extraction.network.featureCount)
    for file in learned.files { rows.append(file.features, label: places[file.label] ?? 0) }
    var judged = FeatureRows(width: extraction.network.featureCount)
    for file in validating?.files ?? [] {
      if let label = places[file.label] { judged.append(file.features, label: label) }
    }
    if backgroundSeed != nil, let background = places[own ?? BackgroundLabel.synthesized] {
      let sounds = try extraction.hear(
        BackgroundSounds.learned, seed: seed, seconds: Self.learnedSeconds)
      for heard in sounds { rows.append(heard.features, label: background) }
      let soundRowCount = sounds.reduce(0) { $0 + $1.windowCount }
      rows.appendDecoys(count: 2 * soundRowCount, label: background, seed: seed)
      if !judged.isEmpty {
        for heard in heldOut { judged.append(heard.features, label: background) }
      }
    }

    progress(.learning(windowCount: rows.count))
    let choice = try learn(rows, judgedBy: judged, labelCount: labels.count)
    func metrics(_ heard: HeardFiles) -> MLClassifierMetrics {
      MLClassifierMetrics(
        heard.files.map { file in
          let mean = choice.head.meanProbabilities(file.features)
          return (file.label, labels[mean.firstIndexOfLargest])
        }, warnings: heard.warnings)
    }
    return TrainedClassifier(
      labels: labels, fileCounts: counts(learned, validating),
      warnings: learned.warnings + (validating?.warnings ?? []),
      hasLeftOut: learned.hasLeftOut || validating?.hasLeftOut ?? false, penalty: choice.penalty,
      hasConverged: choice.hasConverged,
      falseAlarms: FalseAlarms(
        heldOut.map { choice.head.probabilities($0.features) }, labels: labels,
        duration: heldOut.reduce(0) { $0 + $1.duration }),
      network: extraction.network, head: choice.head,
      windowDuration: parameters.featureExtractionTimeWindowSize,
      trainingMetrics: metrics(learned),
      validationMetrics: validating.map(metrics)
        ?? MLClassifierMetrics(
          failure: MLCreateError.generic(reason: "no recordings were kept for validation")))
  }

  /// The recordings to learn from, and those that validate.
  private func hearRecordings() throws -> (learned: HeardFiles, validating: HeardFiles?) {
    let all = Array(data.entries.indices)
    var training = all
    var validation: (source: LabelledFiles, places: [Int])?
    switch parameters.validation {
    case .none: break
    case .split(let strategy):
      let split = FileSplit(data.entries.map(\.label), strategy)
      training = split.training
      if !split.validation.isEmpty { validation = (data, split.validation) }
    case .dataSource(let source):
      let other = try LabelledFiles(source)
      validation = (other, Array(other.entries.indices))
    }
    let total = training.count + (validation?.places.count ?? 0)
    let learned = try hear(data, training, after: 0, of: total)
    if let lost = learned.lostLabels.first {
      throw MLCreateError.generic(
        reason: "\(lost.label): none of its recordings can be used (\(lost.reason))")
    }
    let validating = try validation.map {
      try hear($0.source, $0.places, after: training.count, of: total)
    }
    return (learned, validating.flatMap { $0.files.isEmpty ? nil : $0 })
  }

  private func hear(
    _ source: LabelledFiles, _ places: [Int], after first: Int, of total: Int
  ) throws -> HeardFiles {
    try HeardFiles(
      source, places: places, by: extraction,
      windowDuration: parameters.featureExtractionTimeWindowSize
    ) { [progress] count in progress(.hearing(count: first + count, total: total)) }
  }

  /// Learns with a penalty that suits the judging rows, or with the usual one.
  ///
  /// Of the penalties whose loss is within a standard error of the least one, the largest is taken
  /// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 7.10): few recordings
  /// tell little, and the milder classifier is less sure of what it never heard.
  private func learn(
    _ rows: FeatureRows, judgedBy judged: FeatureRows, labelCount: Int
  ) throws -> (head: ClassifierHead, penalty: Double, hasConverged: Bool) {
    let scale = FeatureScale(rows.values, width: rows.width)
    let regression = try LogisticRegression(
      scale.scaled(rows.values), width: rows.width, labels: rows.labels, labelCount: labelCount)
    func solve(_ penalty: Double) -> (head: ClassifierHead, penalty: Double, hasConverged: Bool) {
      let solution = regression.solve(
        penalty: penalty, maximumStepCount: parameters.maxIterations)
      return (ClassifierHead(solution, scale), penalty, solution.hasConverged)
    }
    guard !judged.isEmpty else { return solve(Self.usualPenalty) }
    let choices = Self.penalties.map(solve)
    let losses = choices.map { judged.loss($0.head) }
    let best = losses.min { $0.mean < $1.mean } ?? (0, 0)
    // The simplest that cannot be told from the best one.
    let place = losses.firstIndex { $0.mean <= best.mean + best.error } ?? 0
    return choices[place]
  }

  private func counts(
    _ learned: HeardFiles, _ validating: HeardFiles?
  ) -> [String: (training: Int, validation: Int)] {
    var counts: [String: (training: Int, validation: Int)] = [:]
    for file in learned.files { counts[file.label, default: (0, 0)].training += 1 }
    for file in validating?.files ?? [] { counts[file.label, default: (0, 0)].validation += 1 }
    return counts
  }
}
