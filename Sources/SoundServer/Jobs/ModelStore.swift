import Foundation
import Synchronization

/// A classifier that a client uploaded; its file vanishes with the last reference.
final class Model: Sendable {
  let id: String
  let name: String
  let byteCount: Int64
  let classifier: any SoundClassifier
  private let url: URL

  init(id: String, name: String, byteCount: Int64, classifier: any SoundClassifier, url: URL) {
    self.id = id
    self.name = name
    self.byteCount = byteCount
    self.classifier = classifier
    self.url = url
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}

/// The models that clients uploaded; they live as long as the server.
final class ModelStore: Sendable {
  /// The id of the classifier of this package.
  static let builtIn = "version1"

  /// Its name for display.
  static let builtInName = "Built-in (version 1)"

  private static let mostModels = 50

  private let models = Mutex<[String: Model]>([:])
  private let folder: URL
  private let engine: any SoundEngine

  init(engine: any SoundEngine, folder: URL) {
    self.engine = engine
    self.folder = folder
  }

  /// Takes a model.
  ///
  /// - Throws: 422 with the reason where it is no sound classifier.
  func add(_ upload: Upload, name: String) throws -> Model {
    guard models.withLock({ $0.count }) < Self.mostModels else {
      throw Problem.unavailable("The server holds \(Self.mostModels) models already; delete one.")
    }
    let id = RandomName.make()
    let url = folder.appendingPathComponent("model-\(id).mlmodel")
    try upload.move(to: url)
    do {
      let model = Model(
        id: id, name: name, byteCount: upload.byteCount, classifier: try engine.classifier(url),
        url: url)
      models.withLock { $0[id] = model }
      return model
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }

  /// Finds a model; nil stands for the built-in one.
  func find(_ id: String?) throws(Problem) -> Model? {
    guard let id, id != Self.builtIn else { return nil }
    guard let model = models.withLock({ $0[id] }) else {
      throw .notFound("There is no model '\(id.prefix(60))'.")
    }
    return model
  }

  /// Forgets a model; jobs that use it keep it until they end.
  func remove(_ id: String) throws(Problem) {
    guard id != Self.builtIn else { throw .forbidden("The built-in classifier stays.") }
    guard models.withLock({ $0.removeValue(forKey: id) }) != nil else {
      throw .notFound("There is no model '\(id.prefix(60))'.")
    }
  }

  /// All uploaded models, by name.
  var all: [Model] {
    models.withLock { Array($0.values) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }
}
