public import Foundation

extension MLModel {
  /// Checks a model file and writes the folder from which it opens fast.
  ///
  /// The folder holds the model's message and, in a file of their own that is mapped into memory,
  /// all weights in single precision.
  ///
  /// - Parameter modelURL: a `.mlmodel` file or a `.mlpackage` folder.
  /// - Returns: a folder `NAME.mlmodelc` in a new temporary folder, which the caller should move.
  /// - Throws: as `init(contentsOf:)`; `MLModelError.io` also if the folder cannot be written.
  public class func compileModel(at modelURL: URL) throws -> URL {
    let compiler: ModelCompiler
    do throws(ModelFileError) {
      compiler = try ModelCompiler(modelURL)
    } catch {
      throw MLModelError(error)
    }
    let name = modelURL.deletingPathExtension().lastPathComponent
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString)
      .appendingPathComponent("\(name).mlmodelc")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try compiler.write(to: folder)
    } catch {
      try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
      throw MLModelError(
        .io, "\(folder.path): the compiled model cannot be written: \(error.localizedDescription)",
        underlying: error)
    }
    return folder
  }

  /// Checks a model file away from the caller's thread and writes the folder from which it opens.
  ///
  /// - Throws: as the form without `async`.
  public class func compileModel(at modelURL: URL) async throws -> URL {
    // The closure, which is not asynchronous, picks the other form.
    try { () throws -> URL in try compileModel(at: modelURL) }()
  }

  /// Checks a model file on another thread and hands the folder, or the error, to a closure.
  public class func compileModel(
    at modelURL: URL,
    completionHandler handler: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) {
    DispatchQueue.global().async {
      handler(Result { try compileModel(at: modelURL) })
    }
  }
}
