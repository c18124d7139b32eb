/// The two outputs of a classifier: the best label and the probability of each.
struct ClassifierOutputs: Sendable {
  /// The name of the label output; nil if the model has none.
  let labelName: String?
  /// The name of the dictionary output; nil if the model has none.
  let probabilitiesName: String?
  let labels: ClassLabels

  /// Takes the names from the model's description.
  init(_ description: DescriptionReader, labels: ClassLabels) {
    labelName = description.predictedFeatureName
    probabilitiesName = description.predictedProbabilitiesName
    self.labels = labels
  }

  /// The features for probabilities in the order of the labels; of equals the first label wins.
  func features(of probabilities: [Double]) -> FeatureTable {
    var features: FeatureTable = [:]
    if let labelName {
      var best = 0
      for index in probabilities.indices where probabilities[index] > probabilities[best] {
        best = index
      }
      features[labelName] = labels.feature(at: best)
    }
    if let probabilitiesName {
      features[probabilitiesName] = labels.dictionary(of: probabilities)
    }
    return features
  }
}
