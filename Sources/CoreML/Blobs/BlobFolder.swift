internal import Foundation
internal import Synchronization

/// The weight files beside a model, opened when they are first asked for.
final class BlobFolder: Sendable {
  /// How paths inside the model's folder begin.
  private static let prefix = "@model_path/"

  private let folder: URL
  private let files = Mutex<[String: BlobFile]>([:])

  init(_ folder: URL) {
    self.folder = folder
  }

  /// The file at a path as the model gives it.
  func file(_ path: String) throws(ModelFileError) -> BlobFile {
    if let known = files.withLock({ $0[path] }) { return known }
    guard path.hasPrefix(Self.prefix) else {
      throw ModelFileError(
        .invalid, found: "the weight file '\(path)'",
        expected: "a path that begins with \(Self.prefix)")
    }
    let url = try ModelPackage.file(String(path.dropFirst(Self.prefix.count)), inside: folder)
    let file: BlobFile
    do throws(ModelFileError) {
      file = try BlobFile(at: url)
    } catch {
      throw error.within(path)
    }
    files.withLock { $0[path] = file }
    return file
  }
}
