public import Foundation

extension MLSoundClassifier {
  /// Writes the model as a Core ML file, which is there whole or not at all.
  ///
  /// With the usual window of 0.975 s, the model takes samples and also runs on Apple's systems;
  /// with another window, it takes the log-mel frames of this package.
  ///
  /// - Parameters:
  ///   - fileURL: the file; in a folder that is there it is called `SoundClassifier.mlmodel`. A
  ///     missing extension is added, missing folders are made.
  ///   - metadata: what the file says of itself.
  /// - Throws: `MLCreateError.io` where the file cannot be written.
  public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
    let bytes = try specification(metadata)
    var target = fileURL
    var isDirectory: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      target.appendPathComponent("SoundClassifier.mlmodel")
    } else if target.pathExtension.isEmpty {
      target.appendPathExtension("mlmodel")
    }
    do {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: target, options: .atomic)
    } catch {
      throw MLCreateError.io(
        reason: "\(target.path): the model cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes the model as a Core ML file.
  ///
  /// - Throws: as `write(to:metadata:)`.
  public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
    try write(to: URL(fileURLWithPath: path), metadata: metadata)
  }

  /// The bytes of the model's file.
  package func specification(_ metadata: MLModelMetadata?) throws -> [UInt8] {
    try trained.specification(metadata ?? MLModelMetadata(), isFlexible: false)
  }
}
