/// A classifier by the labels of the samples that lie nearest.
struct NearestNeighborsClassifier: VectorClassifier {
  let labels: ClassLabels
  let featureCount: Int

  /// One sample after the other: (samples, features).
  private let samples: [Float]
  /// The number of each sample's label.
  private let sampleLabels: [Int]
  private let neighborCount: Int
  /// Whether a neighbour counts by 1 / distance instead of 1.
  private let weighsByDistance: Bool

  /// Reads the samples.
  ///
  /// - Parameter neighborCount: how many neighbours vote; nil for the file's number.
  init(_ message: Message, neighborCount: Int? = nil) throws(ModelFileError) {
    let index = try message.required("nearest_neighbors_index")
    let featureCount = try index.size("number_of_dimensions")
    var samples: [Float] = []
    let messages = index.messages("float_samples")
    for (number, sample) in messages.enumerated() {
      let values = sample.floats("vector")
      guard values.count == featureCount, isFinite(values) else {
        throw ModelFileError(
          .invalid, at: "sample \(number)", found: "\(values.count) numbers",
          expected: "\(featureCount) finite ones")
      }
      samples += values
    }
    self.featureCount = featureCount
    self.samples = samples
    let names: [String]
    if let texts = message.message("string_class_labels")?.texts("vector") {
      names = texts
      labels = .texts(Self.distinct(texts))
    } else {
      let integers =
        message.message("int64_class_labels")?.integers("vector").map(Int64.init) ?? []
      names = integers.map(\.description)
      labels = .integers(Self.distinct(integers))
    }
    guard names.count == messages.count, !names.isEmpty else {
      throw ModelFileError(
        .invalid, found: "\(names.count) labels for \(messages.count) samples",
        expected: "a label for each of some samples")
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: labels.texts.enumerated().map { ($1, $0) })
    sampleLabels = names.map { numbers[$0] ?? 0 }
    let parameter = try message.required("number_of_neighbors")
    if let neighborCount {
      guard (1...messages.count).contains(neighborCount) else {
        throw ModelFileError(
          .invalid, found: "the parameter numberOfNeighbors \(neighborCount)",
          expected: "1 to \(messages.count), the number of samples")
      }
      self.neighborCount = neighborCount
    } else {
      self.neighborCount = min(
        try parameter.size("default_value", in: 1...Int.max), messages.count)
    }
    weighsByDistance = message.message("inverse_distance_weighting") != nil
  }

  private static func distinct<Label: Hashable>(_ labels: [Label]) -> [Label] {
    var seen: Set<Label> = []
    return labels.filter { seen.insert($0).inserted }
  }

  func probabilities(of vector: [Double]) -> [Double] {
    let distances = sampleLabels.indices.map { sample in
      (0..<featureCount).reduce(0.0) { sum, column in
        let difference = vector[column] - Double(samples[sample * featureCount + column])
        return sum + difference * difference
      }
    }
    // Of equally near samples the first in the file counts.
    let nearest = sampleLabels.indices.sorted {
      (distances[$0], $0) < (distances[$1], $1)
    }.prefix(neighborCount)
    var votes = [Double](repeating: 0, count: labels.count)
    let hasExactMatch = nearest.contains { distances[$0] == 0 }
    for sample in nearest {
      let weight =
        switch (weighsByDistance, hasExactMatch) {
        case (false, _): 1.0
        case (true, true): distances[sample] == 0 ? 1.0 : 0.0
        case (true, false): 1 / distances[sample].squareRoot()
        }
      votes[sampleLabels[sample]] += weight
    }
    let total = votes.reduce(0, +)
    return votes.map { $0 / total }
  }
}
