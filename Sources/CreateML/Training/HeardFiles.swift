import Foundation
import SoundAnalysis

/// The features of labelled recordings, without those that cannot be used.
struct HeardFiles: Sendable {
  /// A recording's label, by its name, and the features of its windows.
  struct File: Sendable {
    let label: String
    let features: [Float]
    let windowCount: Int
  }

  /// The recordings that can be used, in order.
  private(set) var files: [File] = []

  /// What is to be said of the others, and of short ones.
  private(set) var warnings: [String] = []

  /// Whether there are recordings that cannot be used.
  private(set) var hasLeftOut = false

  /// Labels of which no recording can be used, with the first reason.
  private(set) var lostLabels: [(label: String, reason: String)] = []

  /// Hears the recordings of some places of a list.
  init(
    _ source: LabelledFiles, places: [Int], by extraction: FeatureExtraction,
    windowDuration: Double, progress: @Sendable (Int) -> Void
  ) throws {
    let entries = places.map { source.entries[$0] }
    let results = try extraction.hear(entries.map(\.url), progress: progress)
    var reasons: [Int: String] = [:]
    var used: Set<Int> = []
    var shortCount = 0
    for (entry, result) in zip(entries, results) {
      switch result {
      case .success(let heard) where heard.windowCount > 0:
        used.insert(entry.label)
        if heard.isShort { shortCount += 1 }
        files.append(
          File(
            label: source.labels[entry.label], features: heard.features,
            windowCount: heard.windowCount))
      case .success(let heard):
        let length = (heard.duration * 1000).rounded() / 1000
        note(
          "\(entry.url.lastPathComponent): found \(length) s of sound, expected "
            + "\(FeatureEar.shortestSound) s at least; left out", of: entry.label, in: &reasons)
      case .failure(let error):
        let sentence = error.localizedDescription
        let name = entry.url.lastPathComponent
        note(
          "\(sentence.contains(name) ? "" : "\(name): ")\(sentence); left out", of: entry.label,
          in: &reasons)
      }
    }
    if shortCount > 0 {
      warnings.append(
        "\(shortCount) of the recordings are shorter than a window of \(windowDuration) s; each was "
          + "heard with a window of its own length")
    }
    lostLabels = Set(entries.map(\.label)).subtracting(used).sorted().map { label in
      (source.labels[label], reasons[label] ?? "no reason is known")
    }
  }

  private mutating func note(_ sentence: String, of label: Int, in reasons: inout [Int: String]) {
    hasLeftOut = true
    warnings.append(sentence)
    reasons[label] = reasons[label] ?? sentence
  }
}
