internal import Foundation

/// The labels of a classifier, in the order of its scores.
enum ClassLabels: Sendable, Equatable {
  case texts([String])
  case integers([Int64])

  var count: Int {
    switch self {
    case .texts(let labels): labels.count
    case .integers(let labels): labels.count
    }
  }

  /// The labels, after a check that there are some and that they differ from each other.
  func checked() throws(ModelFileError) -> ClassLabels {
    var seen: Set<String> = []
    for label in texts where !seen.insert(label).inserted {
      throw ModelFileError(
        .invalid, found: "the class label '\(label)' twice", expected: "each label once")
    }
    guard count > 0 else {
      throw ModelFileError(
        .invalid, found: "an empty list of class labels", expected: "some labels")
    }
    return self
  }

  /// The labels as texts.
  var texts: [String] {
    switch self {
    case .texts(let labels): labels
    case .integers(let labels): labels.map(\.description)
    }
  }

  /// The labels as they are given to callers.
  var values: [Any] {
    switch self {
    case .texts(let labels): labels
    case .integers(let labels): labels
    }
  }

  /// The label with a number, as a feature.
  func feature(at index: Int) -> MLFeatureValue {
    switch self {
    case .texts(let labels): MLFeatureValue(string: labels[index])
    case .integers(let labels): MLFeatureValue(int64: labels[index])
    }
  }

  /// The probabilities in the order of the labels, as a dictionary feature.
  func dictionary(of probabilities: [Double]) -> MLFeatureValue {
    precondition(probabilities.count == count, "one probability a label")
    var dictionary = [AnyHashable: NSNumber](minimumCapacity: count)
    for (index, probability) in probabilities.enumerated() {
      let key: AnyHashable =
        switch self {
        case .texts(let labels): labels[index]
        case .integers(let labels): labels[index]
        }
      dictionary[key] = NSNumber(value: probability)
    }
    return MLFeatureValue(probabilities: dictionary)
  }
}
