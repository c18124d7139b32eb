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
        self.init(data: try Self.read(url), folder: url.deletingLastPathComponent())
        return
      }
      let compiled = url.appendingPathComponent(Self.compiledName)
      if FileManager.default.fileExists(atPath: compiled.path) {
        self.init(data: try Self.read(part: compiled), folder: url, isCompiled: true)
      } else if ModelPackage.isPackage(url) {
        let file = try ModelPackage.modelFile(of: url)
        self.init(data: try Self.read(part: file), folder: file.deletingLastPathComponent())
      } else if AppleCompiledModel.isCompiledModel(url) {
        self.init(data: try AppleCompiledModel.message(of: url), folder: url)
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

  private init(data: Data, folder: URL, isCompiled: Bool = false) {
    self.data = data
    self.folder = folder
    self.isCompiled = isCompiled
  }

  /// The bytes of a file inside a model's folder.
  static func read(part file: URL) throws(ModelFileError) -> Data {
    do {
      return try read(file)
    } catch {
      throw error.within(file.lastPathComponent)
    }
  }

  /// The bytes of a file, mapped into memory where the file system allows.
  private static func read(_ file: URL) throws(ModelFileError) -> Data {
    func failure(_ found: String) -> ModelFileError {
      ModelFileError(.unreadable, found: found, expected: "a readable file")
    }
    // A pipe without a writer would keep an ordinary reader waiting.
    let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(unsafe String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("a pipe or a device")
    }
    do {
      return try Data(contentsOf: file, options: .mappedIfSafe)
    } catch {
      throw failure(error.localizedDescription)
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
