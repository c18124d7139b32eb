import Foundation

/// Which names the server answers to, and which pages may ask it.
///
/// A page elsewhere can point a name of its own at this machine (DNS rebinding); requests that carry
/// such a name are refused. A numeric address cannot be pointed elsewhere, so it is let in where the
/// server listens beyond loopback.
struct HostPolicy: Sendable {
  private let names: Set<String>
  private let allowsAddresses: Bool

  /// Makes the policy.
  ///
  /// - Parameters:
  ///   - isLoopback: whether the server listens to this machine only.
  ///   - names: further names that clients may use, without port.
  init(isLoopback: Bool, names: [String]) {
    self.names = Set(["localhost", "127.0.0.1", "[::1]"] + names.map { $0.lowercased() })
    allowsAddresses = !isLoopback
  }

  /// Checks the Host, Origin and Sec-Fetch-Site fields.
  func check(_ head: RequestHead) throws(Problem) {
    guard let host = head.headers["host"]?.lowercased(), let name = Self.name(of: host),
      names.contains(name) || (allowsAddresses && Self.isAddress(name))
    else {
      throw Problem(
        status: 421, code: "wrong-host", title: "The host name is not one of this server",
        detail:
          "Found Host '\(head.headers["host"]?.prefix(100) ?? "")'. Use the address that the server printed, or start it with --allow-host NAME."
      )
    }
    if let origin = head.headers["origin"]?.lowercased() {
      // The scheme may be https where a proxy ends TLS before this server.
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        throw .forbidden(
          "The request comes from a page of '\(origin.prefix(100))', not of this server.")
      }
    }
    if let site = head.headers["sec-fetch-site"]?.lowercased(),
      site != "same-origin", site != "none",
      head.method != "GET" || head.headers["sec-fetch-mode"]?.lowercased() != "navigate"
    {
      throw .forbidden("The request comes from a page of another site.")
    }
  }

  /// The host without its port; nil where it is malformed.
  private static func name(of host: String) -> String? {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      return String(host[...end])
    }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, !parts[0].isEmpty else { return nil }
    return String(parts[0])
  }

  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
