import Foundation
import SoundEvents

/// The addresses about the server itself.
struct ServerRoutes: Sendable {
  let jobs: JobStore
  let metrics: Metrics
  let limits: JobLimits
  let uploadBytes: Int64
  let token: AccessToken?
  let files: WebFiles

  var routes: [Route] {
    [
      Route(method: "GET", path: "/api/v1/health", access: .open) { _ in
        try .json(["status": "ok"])
      },
      Route(method: "GET", path: "/api/v1/version", access: .open) { _ in
        try .json(["name": "OpenSoundAnalysis", "version": Server.version])
      },
      Route(method: "GET", path: "/api/v1/openapi.json", access: .open) { _ in
        try files.response("openapi.json", type: "application/json")
      },
      Route(method: "GET", path: "/api/v1/capabilities") { _ in try .json(capabilities) },
      Route(method: "GET", path: "/metrics") { _ in
        Response(
          type: "text/plain; version=0.0.4; charset=utf-8",
          Data(metrics.text(jobs: jobs.counts).utf8), headers: [("Cache-Control", "no-store")])
      },
      Route(
        method: "POST", path: "/api/v1/session", body: .small(limit: 4096), access: .open,
        handler: logIn),
    ]
  }

  /// Has a browser keep the token as a cookie.
  private func logIn(_ request: Request) throws -> Response {
    guard MediaType.essence(request.head.headers["content-type"] ?? "") == "application/json" else {
      throw Problem.unsupportedType(
        found: String((request.head.headers["content-type"] ?? "").prefix(100)),
        expected: "application/json")
    }
    guard let login = try? JSONDecoder().decode(LogIn.self, from: Data(request.body)) else {
      throw Problem.badRequest("The body must be {\"token\": \"...\"}.")
    }
    guard let token else { return Response(status: 204) }
    guard token.matches(login.token) else { throw Problem.unauthorized("That is not the token.") }
    return Response(status: 204, headers: [("Set-Cookie", token.cookie(login.token))])
  }

  private var capabilities: Capabilities {
    Capabilities(
      formats: EventFormat.allCases.map {
        .init(
          name: $0.rawValue, title: ResultFormat.title(of: $0), type: ResultFormat.type(of: $0),
          fileExtension: $0.fileExtension)
      },
      events: .init(
        open: Self.decimal(EventRule().openThreshold),
        close: Self.decimal(EventRule().closeThreshold), overlap: EventWindows.overlapFactor),
      mostUploadBytes: uploadBytes, longestSeconds: limits.seconds,
      longestSynchronousSeconds: limits.synchronousSeconds)
  }

  /// A threshold as it was written down, without the noise of a Float.
  private static func decimal(_ threshold: Float) -> Double {
    (Double(threshold) * 10_000).rounded() / 10_000
  }

  private struct LogIn: Decodable {
    var token: String
  }

  private struct Capabilities: Encodable {
    struct Format: Encodable {
      var name: String
      var title: String
      var type: String
      var fileExtension: String
    }

    struct Events: Encodable {
      var open: Double
      var close: Double
      var overlap: Double
    }

    var formats: [Format]
    var events: Events
    var mostUploadBytes: Int64
    var longestSeconds: Double
    var longestSynchronousSeconds: Double
  }
}
