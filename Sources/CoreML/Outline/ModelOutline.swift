package import Foundation

/// What a model file consists of, for people: its stages and layers, their shapes and costs.
package struct ModelOutline: Sendable {
  /// A stage, layer or operation.
  package struct Part: Sendable {
    /// The name in the file; empty if it has none.
    package var name: String
    /// What it does, as the format calls it.
    package var kind: String
    /// The shape of the first result, for the default shapes of the inputs.
    package var shape: [Int]?
    /// The numbers that training found; nil where they are not counted.
    package var parameterCount: Int?
    /// The products that are added up in one run.
    package var multiplyAddCount = 0
    /// Why it cannot be run here.
    package var problem: String?
    package var parts: [Part] = []

    /// The numbers of this part and of all inside it.
    package var totalParameterCount: Int {
      parts.reduce(parameterCount ?? 0) { $0 + $1.totalParameterCount }
    }

    /// The products of this part and of all inside it.
    package var totalMultiplyAddCount: Int {
      parts.reduce(multiplyAddCount) { $0 + $1.totalMultiplyAddCount }
    }
  }

  package let specificationVersion: Int
  /// The inputs and outputs in words, in the order of the file.
  package let inputs: [String]
  package let outputs: [String]
  /// The labels of a classifier; integers as texts.
  package let labels: [String]?
  /// What the author says, by name.
  package let metadata: [(name: String, text: String)]
  package let root: Part
  /// Why the model cannot be read or run as a whole.
  package let problem: String?
  /// How much sound the default input holds, for a model of samples.
  package let inputDuration: Double?

  /// Reads a model file, as far as it can be read.
  ///
  /// - Throws: `MLModelError` for a file that is no model at all.
  package init(contentsOf url: URL) throws {
    do throws(ModelFileError) {
      let file = try ModelFile(at: url)
      let message = try file.message().root
      do throws(ModelFileError) {
        let contents = try ModelReader.contents(of: message)
        self.init(
          message, description: contents.description,
          root: Part(contents, name: ""), problem: contents.stage.runProblem)
      } catch {
        self.init(
          message,
          description: (try? DescriptionReader(of: message))?.description(labels: nil),
          root: RawOutline.part(of: message, name: ""), problem: "\(error)")
      }
    } catch {
      throw MLModelError(error.within(url.path))
    }
  }

  private init(
    _ message: Message, description: MLModelDescription?, root: Part, problem: String?
  ) {
    specificationVersion = message.integer("specification_version")
    inputs = description?.inputs.map(\.description) ?? []
    outputs = description?.outputs.map(\.description) ?? []
    labels = description?.labels?.texts
    self.root = root
    self.problem = problem
    var metadata: [(name: String, text: String)] = []
    let names: [(String, MLModelMetadataKey)] = [
      ("description", .description), ("author", .author), ("license", .license),
      ("version", .versionString),
    ]
    for (name, key) in names {
      if let text = description?.metadata[key] as? String { metadata.append((name, text)) }
    }
    let own = description?.creatorDefinedMetadata ?? [:]
    self.metadata = metadata + own.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    // One array of one axis is sound.
    if let input = description?.inputs.first, description?.inputs.count == 1,
      let shape = input.multiArrayConstraint?.lengths, shape.count == 1,
      let rate = Double(own["sampleRate"] ?? "16000"), (1...10_000_000).contains(rate)
    {
      inputDuration = Double(shape[0]) / rate
    } else {
      inputDuration = nil
    }
  }
}

extension ModelOutline.Part {
  /// The parts of a model that was read.
  init(_ contents: ModelContents, name: String) {
    self.init(name: name, kind: contents.kind)
    problem = contents.stage.runProblem
    switch contents.stage {
    case let pipeline as PipelineStage:
      parts = pipeline.models.enumerated().map {
        ModelOutline.Part($1, name: "stage \($0)")
      }
    case let network as NetworkStage: parts = network.layerParts
    case let model as GLMClassifierStage: parameterCount = model.parameterCount
    default: break
    }
    shape = contents.description.outputs.first?.multiArrayConstraint?.lengths
  }
}

extension Stage {
  /// Why a stage that can be read cannot be run.
  fileprivate var runProblem: String? {
    if self is FeaturePrintStage { return FeaturePrintStage.missingWeights.localizedDescription }
    guard let pipeline = self as? PipelineStage else { return nil }
    return pipeline.models.lazy.compactMap(\.stage.runProblem).first
  }
}
