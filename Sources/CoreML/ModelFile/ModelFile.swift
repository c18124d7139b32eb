internal import Foundation

/// A model as it lies on disk: the bytes of its message, and where its other files are.
struct ModelFile {
  /// The model message.
  let data: Data

  /// The folder to which the model's references to other files are relative.
  let folder: URL

  /// Whether it lies in a folder that this package compiled.
  let isCompiled: Bool

  /// The model file inside a folder that `MLModel` compiled.
  static let compiledName = "model.mlmodel"

  /// Finds the message: in a model file, a package, a folder that was compiled here, or one of
  /// Apple's where that is possible.
  init(at url: URL) throws(ModelFileError) {
    var isDirectory: ObjCBool = false
    guard url.isFileURL,
      unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
    else {
      throw ModelFileError(
        .unreadable, at: url.path, found: "no such file", expected: "a Core ML model")
    }
    do throws(ModelFileError) {
      guard isDirectory.boolValue else {
        try self.init(reading: url)
        return
      }
      let compiled = url.appendingPathComponent(Self.compiledName)
      if FileManager.default.fileExists(atPath: compiled.path) {
        try self.init(reading: compiled, isCompiled: true)
      } else if ModelPackage.isPackage(url) {
        try self.init(reading: try ModelPackage.modelFile(of: url))
      } else if AppleCompiledModel.isCompiledModel(url) {
        self.init(
          data: try AppleCompiledModel.message(of: url), folder: url, isCompiled: false)
      } else {
        throw ModelFileError(
          .unsupported, found: "a folder that is no model",
          expected: "a .mlmodel file, a .mlpackage, or a folder that MLModel.compileModel(at:) made"
        )
      }
    } catch {
      throw error.within(url.path)
    }
  }

  private init(reading file: URL, isCompiled: Bool = false) throws(ModelFileError) {
    self.init(
      data: try Self.read(file), folder: file.deletingLastPathComponent(), isCompiled: isCompiled)
  }

  private init(data: Data, folder: URL, isCompiled: Bool) {
    self.data = data
    self.folder = folder
    self.isCompiled = isCompiled
  }

  /// The bytes of a file, mapped into memory where the file system allows.
  static func read(_ file: URL) throws(ModelFileError) -> Data {
    do {
      return try Data(contentsOf: file, options: .mappedIfSafe)
    } catch {
      throw ModelFileError(
        .unreadable, at: file.lastPathComponent, found: error.localizedDescription,
        expected: "a readable file")
    }
  }

  /// The unpacked message of the model.
  ///
  /// - Parameter recorder: notes the weights that are read from it.
  func message(recorder: WeightRecorder? = nil) throws(ModelFileError) -> ModelMessage {
    try ModelMessage(
      data.span,
      blobs: ModelBlobs(
        folder: BlobFolder(folder), isCompiled: isCompiled, recorder: recorder))
  }

  /// The checked contents of the model.
  ///
  /// - Parameter choices: what the caller chooses.
  func contents(
    path: String, choices: ModelChoices = ModelChoices()
  ) throws(ModelFileError) -> ModelContents {
    do throws(ModelFileError) {
      return try ModelReader.contents(of: try message().root, choices: choices)
    } catch {
      throw error.within(path)
    }
  }
}

extension MLModelError {
  /// The error that users see for a file that cannot be used.
  init(_ error: ModelFileError) {
    let code: Code =
      switch error.kind {
      case .unreadable: .io
      case .invalid, .unsupported: .generic
      case .customLayer: .customLayer
      case .customModel: .customModel
      }
    self.init(code, error.description, underlying: error)
  }

  /// The same error, inside a larger part of a model.
  func within(_ place: String) -> MLModelError {
    MLModelError(code, "\(place): \(localizedDescription)", underlying: underlyingError)
  }
}
