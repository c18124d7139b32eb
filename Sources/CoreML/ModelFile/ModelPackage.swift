internal import Foundation

/// A `.mlpackage`: a folder whose manifest names the model file.
enum ModelPackage {
  /// The parts of the manifest that matter.
  private struct Manifest: Decodable {
    struct Item: Decodable {
      let path: String
    }

    let rootModelIdentifier: String
    let itemInfoEntries: [String: Item]
  }

  private static let manifestName = "Manifest.json"
  private static let manifestLimit = 1 << 20

  /// Whether a folder has a manifest.
  static func isPackage(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(manifestName).path)
  }

  /// The model file that the manifest names.
  static func modelFile(of package: URL) throws(ModelFileError) -> URL {
    let bytes = try ModelFile.read(part: package.appendingPathComponent(manifestName))
    guard bytes.count <= manifestLimit else {
      throw ModelFileError(
        .unreadable, at: manifestName, found: "\(bytes.count) bytes",
        expected: "at most \(manifestLimit)")
    }
    let manifest: Manifest
    do {
      manifest = try JSONDecoder().decode(Manifest.self, from: bytes)
    } catch {
      throw ModelFileError(
        .unreadable, at: manifestName, found: "\(error.localizedDescription)",
        expected: "JSON with a root model and its items")
    }
    // Identifiers are UUIDs, in which case does not matter.
    let root = manifest.rootModelIdentifier.lowercased()
    guard let item = manifest.itemInfoEntries.first(where: { $0.key.lowercased() == root })?.value
    else {
      throw ModelFileError(
        .invalid, at: manifestName, found: "no item for the root model \(root)", expected: "one")
    }
    do throws(ModelFileError) {
      return try file(item.path, inside: package.appendingPathComponent("Data"))
    } catch {
      throw error.within(manifestName)
    }
  }

  /// The file at a path that a model gives, which must lie inside a folder.
  static func file(_ path: String, inside folder: URL) throws(ModelFileError) -> URL {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let file = folder.appendingPathComponent(path)
    // A link may lead out of the folder although the path does not.
    let isInside = file.resolvingSymlinksInPath().path
      .hasPrefix(folder.resolvingSymlinksInPath().path + "/")
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\0") }),
      isInside
    else {
      throw ModelFileError(
        .invalid, found: "the path '\(path)'", expected: "a file inside the model's folder")
    }
    return file
  }
}
