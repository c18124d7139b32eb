extension MLModel {
  /// The input and its allowed shapes, of a model whose only input is an array.
  package var arrayInput: (name: String, shape: [Int], rule: ShapeRule)? {
    guard modelDescription.inputs.count == 1, let input = modelDescription.inputs.first,
      let constraint = input.multiArrayConstraint
    else { return nil }
    return (input.name, constraint.lengths, constraint.shapeConstraint.rule)
  }

  /// The labels of a classifier in the order of its scores; integers as texts.
  package var classLabelTexts: [String]? { modelDescription.labels?.texts }

  /// Prepares a classifier with one array input for many runs on arrays of one shape.
  ///
  /// - Parameters:
  ///   - inputName: the name of the input.
  ///   - shape: the shape of all arrays that will be scored.
  /// - Throws: `MLModelError.featureType` if the input or the shape is not the model's, `.generic`
  ///   if the model is no classifier or cannot be run.
  package func makeScorer(inputName: String, shape: [Int]) throws -> Scorer {
    guard let labels = classLabelTexts else {
      throw MLModelError(.generic, "\(path): found no class labels, expected a classifier")
    }
    guard let input = arrayInput, input.name == inputName, input.rule.allows(shape) else {
      throw MLModelError(
        .featureType,
        "\(path): found the inputs (\(modelDescription.inputs.map(\.description))), expected "
          + "'\(inputName)' alone, of shape \(shape)")
    }
    do throws(MLModelError) {
      let worker = try contents.stage.makeWorker(for: shape)
      guard worker.outputShape.reduce(1, *) == labels.count else {
        throw MLModelError(
          .generic,
          "found \(worker.outputShape.reduce(1, *)) scores for inputs of the shape "
            + "\(shape), expected \(labels.count), one a label")
      }
      return Scorer(
        classLabels: labels, worker: worker, inputCount: shape.reduce(1, *),
        scoreCount: labels.count)
    } catch {
      throw error.within(path)
    }
  }

  /// Prepares a model from one array to another for many runs on arrays of one shape.
  ///
  /// - Parameter shape: the shape of all arrays that will be given.
  /// - Throws: `MLModelError.featureType` if the shape is not the model's, `.generic` if the model
  ///   cannot be run.
  package func makeExtractor(shape: [Int]) throws -> Scorer {
    guard let input = arrayInput, input.rule.allows(shape) else {
      throw MLModelError(
        .featureType, "\(path): expected one input that takes the shape \(shape)")
    }
    do throws(MLModelError) {
      let worker = try contents.stage.makeWorker(for: shape)
      return Scorer(
        classLabels: [], worker: worker, inputCount: shape.reduce(1, *),
        scoreCount: worker.outputShape.reduce(1, *))
    } catch {
      throw error.within(path)
    }
  }

  /// Prepares a classifier for several arrays at a time; nil where that would not give the same bits
  /// as one after the other, or is not possible.
  ///
  /// - Parameters:
  ///   - shape: the shape of each array, for which `makeScorer` made a scorer.
  ///   - count: how many arrays, 1 or more; the scorer takes and gives one after the other.
  package func makeBatchScorer(shape: [Int], count: Int) -> Scorer? {
    guard let labels = classLabelTexts,
      let worker = contents.stage.makeBatchWorker(for: shape, count: count),
      worker.outputShape.reduce(1, *) == count * labels.count
    else { return nil }
    return Scorer(
      classLabels: labels, worker: worker, inputCount: count * shape.reduce(1, *),
      scoreCount: count * labels.count)
  }
}
