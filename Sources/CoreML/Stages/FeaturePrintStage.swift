/// Apple's Audio Feature Print: known by name and window only.
struct FeaturePrintStage: Stage {
  /// Checks that the extractor is one for sound.
  init(_ message: Message) throws(ModelFileError) {
    guard message.message("sound") != nil else {
      throw ModelFileError(
        .unsupported,
        found: "a feature print with the field number \(message.unknownFields.first ?? 0)",
        expected: "sound (20)")
    }
  }

  var labels: ClassLabels? { nil }

  func predict(_ inputs: FeatureTable) throws(MLModelError) -> FeatureTable {
    throw Self.missingWeights
  }

  func makeWorker(for shape: [Int]) throws(MLModelError) -> any StageWorker {
    throw Self.missingWeights
  }

  static var missingWeights: MLModelError {
    MLModelError(
      .generic,
      "the model uses Apple's Audio Feature Print extractor, whose weights exist only on Apple's "
        + "systems and not in the file: it can be read here, but not run. Train the classifier "
        + "again with the VGGish feature extractor, or with this package, and it will run "
        + "everywhere")
  }
}
