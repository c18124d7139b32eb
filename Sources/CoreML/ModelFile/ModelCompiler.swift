private import CCoreMLSpec
internal import Foundation
internal import NeuralNet

/// Checks a model and writes the folder from which it opens fast.
///
/// The weights that reading the model makes - unpacked, dequantised, in single precision - go to a
/// file that is mapped into memory; the message keeps their places.
struct ModelCompiler {
  private let message: ModelMessage
  private let recorder = WeightRecorder()

  /// Reads a model with all its weights.
  init(_ url: URL) throws(ModelFileError) {
    let file = try ModelFile(at: url)
    do throws(ModelFileError) {
      message = try file.message(recorder: recorder)
      _ = try ModelReader.contents(of: message.root)
    } catch {
      throw error.within(url.path)
    }
  }

  /// Writes the model's files; changes the message, so it works once.
  func write(to folder: URL) throws {
    var writer = BlobWriter()
    for (message, content) in recorder.all {
      let offset = writer.add(content)
      guard message.refer(to: UInt64(offset), in: ModelBlobs.compiledPath) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    try Data(message.packed).write(to: folder.appendingPathComponent(ModelFile.compiledName))
    if !writer.isEmpty {
      try writer.write(to: folder.appendingPathComponent(ModelBlobs.compiledName))
    }
  }
}

extension Message {
  /// Replaces the weights that were read from this message by the place of their record.
  ///
  /// - Returns: false if memory ran out.
  fileprivate func refer(to offset: UInt64, in file: String) -> Bool {
    switch typeName {
    case "WeightParams":
      unsafe change(as: CoremlSpec__WeightParams.self) {
        unsafe coreml_spec_refer_weights($0, offset)
      }
      return true
    case "Value":
      return unsafe change(as: CoremlSpec__Value.self) {
        unsafe coreml_spec_refer_value($0, file, offset)
      }
    case "Operation":
      return unsafe change(as: CoremlSpec__Operation.self) {
        unsafe coreml_spec_refer_operation($0, file, offset)
      }
    case let other: preconditionFailure("no weights are read from a message \(other)")
    }
  }
}
