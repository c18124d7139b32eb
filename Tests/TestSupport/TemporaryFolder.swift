package import Foundation

/// A folder for one test, removed when the last reference goes.
package final class TemporaryFolder {
  /// Where it is.
  package let url: URL

  /// Makes an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("soundanalysis-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Names a file in it.
  package func file(_ name: String) -> URL {
    url.appendingPathComponent(name)
  }
}
