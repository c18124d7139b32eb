import Foundation

/// The page: its files by name, read once at the start.
struct WebFiles: Sendable {
  private struct File: Sendable {
    var data: Data
    var tag: String
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "json": "application/json",
    "webmanifest": "application/manifest+json",
  ]

  private let files: [String: File]

  /// Reads all files of a folder; only these names exist, so no path of a client is ever opened.
  init(folder: URL) throws(ServerError) {
    var files: [String: File] = [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where Self.types[(name as NSString).pathExtension] != nil {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      files[name] = File(data: data, tag: "\"\(Self.hash(data))\"")
    }
    guard files["index.html"] != nil else {
      throw ServerError("the page's files are missing: found no index.html in \(folder.path)")
    }
    self.files = files
  }

  /// A route for each file, and the page at the root.
  var routes: [Route] {
    [Route(method: "GET", path: "/", access: .open) { try respond("index.html", $0) }]
      + files.keys.filter { $0 != "index.html" && $0 != "openapi.json" }.sorted().map { name in
        Route(method: "GET", path: "/\(name)", access: .open) { try respond(name, $0) }
      }
  }

  /// A file as an answer.
  func response(_ name: String, type: String? = nil) throws(Problem) -> Response {
    guard let file = files[name] else { throw .notFound("There is no file '\(name)'.") }
    let type = type ?? Self.types[(name as NSString).pathExtension] ?? "application/octet-stream"
    return Response(
      type: type, file.data, headers: [("Cache-Control", "no-cache"), ("ETag", file.tag)])
  }

  private func respond(_ name: String, _ request: Request) throws -> Response {
    if let tag = files[name]?.tag, request.head.headers["if-none-match"] == tag {
      return Response(status: 304, headers: [("Cache-Control", "no-cache"), ("ETag", tag)])
    }
    return try response(name)
  }

  /// FNV-1a, 64 bits: tells versions of a file apart.
  private static func hash(_ data: Data) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
