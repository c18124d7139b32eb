private import CCoreMLSpec
internal import Foundation
internal import NeuralNet

/// Checks a model and writes the folder from which it opens fast.
///
/// The weights that reading the model makes - unpacked, dequantised, in single precision - go to a
/// file that is mapped into memory; the message keeps their places. Of an ML Program all functions
/// are read, since each of them may be asked for.
struct ModelCompiler {
  /// The most bytes of weights that all functions together may have.
  private static let byteLimit = 1 << 32

  private let message: ModelMessage
  private let recorder = WeightRecorder()

  /// Reads a model with all its weights.
  init(_ url: URL) throws(ModelFileError) {
    let file = try ModelFile(at: url)
    do throws(ModelFileError) {
      message = try file.message(recorder: recorder)
      _ = try ModelReader.contents(of: message.root)
      for name in Self.otherFunctions(of: message.root) {
        do throws(ModelFileError) {
          _ = try ModelReader.contents(
            of: message.root, choices: ModelChoices(functionName: name))
        } catch {
          throw error.within("function '\(name)'")
        }
        guard recorder.byteCount <= Self.byteLimit else {
          throw ModelFileError(
            .unsupported, found: "functions with \(recorder.byteCount) bytes of weights so far",
            expected: "at most \(Self.byteLimit)")
        }
      }
    } catch {
      throw error.within(url.path)
    }
  }

  /// The functions that can be asked for by name, but for the one that runs unless another is.
  private static func otherFunctions(of model: Message) -> [String] {
    guard model.alternative(to: "ml_program")?.name == "ml_program",
      let functions = model.message("ml_program")?.messages("functions"), functions.count > 1
    else { return [] }
    let described =
      model.message("description")?.messages("functions").map { $0.text("name") } ?? []
    return functions.map { $0.text("key") }.filter { described.isEmpty || described.contains($0) }
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
