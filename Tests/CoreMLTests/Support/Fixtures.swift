import CoreML
import Foundation

/// Files that the tests read: committed fixtures, the built-in model, and large shared samples.
enum Fixtures {
  /// A committed fixture.
  static func url(_ name: String) -> URL {
    Bundle.module.resourceURL!.appendingPathComponent("Fixtures").appendingPathComponent(name)
  }

  /// The root of the package's sources.
  private static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The model that SoundAnalysis carries.
  static let builtInModel =
    packageRoot
    .appendingPathComponent("Sources/SoundAnalysis/Resources/SoundClassifierVersion1.mlmodel")

  /// Real model files, which may be beside the package and are no part of it.
  static let samples =
    packageRoot
    .deletingLastPathComponent().appendingPathComponent("shared/models/coreml-samples")

  /// Whether the real model files are there.
  static let hasSamples = FileManager.default.fileExists(atPath: samples.path)

  /// Writes bytes to a new temporary file and hands its place to `body`; removes it afterwards.
  static func withFile<Result>(
    _ bytes: [UInt8], named name: String = "test.mlmodel", _ body: (URL) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return try body(file)
  }

  /// Opens a model from its bytes.
  static func model(_ bytes: [UInt8]) throws -> MLModel {
    try withFile(bytes) { try MLModel(contentsOf: $0) }
  }
}
