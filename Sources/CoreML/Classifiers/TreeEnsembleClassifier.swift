/// A classifier by decision trees, whose leaves are summed and turned into probabilities.
struct TreeEnsembleClassifier: VectorClassifier {
  /// How the sums become probabilities.
  private enum Transform: Int, Sendable {
    case none, softmax, logistic, softmaxWithReference
  }

  let labels: ClassLabels
  let featureCount: Int

  private let trees: DecisionTrees
  private let transform: Transform

  /// Reads the trees and checks that their sums fit the labels.
  init(
    _ message: Message, labels: ClassLabels, featureCount: Int
  ) throws(ModelFileError) {
    self.labels = labels
    self.featureCount = featureCount
    let number = message.integer("post_evaluation_transform")
    guard let transform = Transform(rawValue: number) else {
      throw ModelFileError(.unsupported, found: "the transform \(number)", expected: "0 to 3")
    }
    self.transform = transform
    trees = try DecisionTrees(try message.required("tree_ensemble"), featureCount: featureCount)
    let dimensions = trees.dimensionCount
    let isFitting =
      transform == .softmaxWithReference
      ? dimensions == labels.count - 1
      : dimensions == labels.count || (dimensions == 1 && labels.count == 2)
    guard isFitting, labels.count >= 2 else {
      throw ModelFileError(
        .invalid, found: "\(dimensions) sums for \(labels.count) class labels",
        expected: "one for each label, or one for two labels")
    }
  }

  func probabilities(of vector: [Double]) -> [Double] {
    var sums = trees.sums(for: vector)
    switch transform {
    case .none: break
    case .softmax: softmax(&sums)
    case .logistic: sums = sums.map(sigmoid)
    case .softmaxWithReference:
      sums.insert(0, at: 0)
      softmax(&sums)
    }
    return sums.count == 1 ? [1 - sums[0], sums[0]] : normalized(sums)
  }

  /// Shares that sum to 1: the leaves of a forest hold counts or shares of their own tree.
  private func normalized(_ sums: [Double]) -> [Double] {
    let total = sums.reduce(0, +)
    guard total > 0, sums.allSatisfy({ $0 >= 0 }) else { return sums }
    return sums.map { $0 / total }
  }
}
