package import Foundation

/// What the person who starts the server decides.
package struct ServeOptions: Sendable {
  /// The numeric address to listen on.
  package var host = "127.0.0.1"

  /// The port; 0 picks a free one.
  package var port: UInt16 = 8080

  /// The access token; nil makes one where the server listens beyond loopback.
  package var token: String?

  /// Further names by which clients may call the server.
  package var allowedHosts: [String] = []

  /// The most bytes of an upload.
  package var mostUploadBytes: Int64 = 2_000_000_000

  /// The longest recording in seconds.
  package var longestSeconds: Double = 12 * 3600

  /// The most jobs that are kept.
  package var mostJobs = 200

  /// Hours after which a finished job that nobody asks for is forgotten.
  package var jobHours: Double = 24

  /// The recordings that are classified at the same time; nil for one a processor.
  package var concurrency: Int?

  /// Requests a second that one client may make in the long run.
  package var requestsPerSecond: Double = 200

  /// Uploads a minute that one client may make in the long run.
  package var uploadsPerMinute: Double = 120

  /// Seconds without a byte after which a client is given up.
  package var stallSeconds = 30

  /// The folder under which temporary files lie.
  package var temporaryFolder = FileManager.default.temporaryDirectory

  /// The defaults.
  package init() {}

  /// Whether a text is a numeric address, of either family.
  package static func isAddress(_ text: String) -> Bool {
    var bytes = in6_addr()
    return unsafe inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// Whether a text can be the host of a request, without port: a name, or an address.
  package static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]") {
      return text.contains(":") && isAddress(String(text.dropFirst().dropLast()))
    }
    return !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
  }

  /// Whether the server is reached from this machine only.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}
