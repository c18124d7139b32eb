import Foundation

/// An error as clients see it: problem details of RFC 9457.
package struct Problem: Error, Sendable, Hashable {
  /// The status code.
  package var status: Int

  /// A word for programs: the last part of the problem's type.
  package var code: String

  /// A short sentence, the same for all problems of this kind.
  package var title: String

  /// What happened this time, and what to do.
  package var detail: String

  /// More header fields, such as `Retry-After`.
  package var headers: [String: String] = [:]

  /// Describes a problem.
  package init(
    status: Int, code: String, title: String, detail: String, headers: [String: String] = [:]
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.headers = headers
  }

  /// The answer that tells the client.
  var response: Response {
    let details = Details(
      type: "/api/v1/problems/\(code)", title: title, status: status, detail: detail, code: code)
    let data = (try? JSON.encode(details)) ?? Data("{}".utf8)
    return Response(
      status: status, type: "application/problem+json", data,
      headers: [("Cache-Control", "no-store")] + headers.sorted { $0.key < $1.key }.map { ($0, $1) }
    )
  }

  private struct Details: Encodable {
    var type: String
    var title: String
    var status: Int
    var detail: String
    var code: String
  }
}

extension Problem {
  static func badRequest(_ detail: String) -> Problem {
    Problem(status: 400, code: "bad-request", title: "The request is malformed", detail: detail)
  }

  static func invalidParameter(_ name: String, found: String, expected: String) -> Problem {
    Problem(
      status: 400, code: "invalid-parameter", title: "A parameter is out of range",
      detail: "Parameter '\(name)': found '\(found)', expected \(expected).")
  }

  static func unauthorized(_ detail: String) -> Problem {
    Problem(
      status: 401, code: "token-needed", title: "An access token is needed", detail: detail,
      headers: ["WWW-Authenticate": "Bearer realm=\"soundanalysis\""])
  }

  static func forbidden(_ detail: String) -> Problem {
    Problem(status: 403, code: "forbidden", title: "The request is refused", detail: detail)
  }

  static func notFound(_ detail: String) -> Problem {
    Problem(status: 404, code: "not-found", title: "There is no such thing here", detail: detail)
  }

  static func methodNotAllowed(_ allowed: [String]) -> Problem {
    let list = allowed.joined(separator: ", ")
    return Problem(
      status: 405, code: "method-not-allowed", title: "The method does not fit",
      detail: "This address answers to \(list).", headers: ["Allow": list])
  }

  static func notAcceptable(offered: [String]) -> Problem {
    Problem(
      status: 406, code: "not-acceptable", title: "No format fits",
      detail: "None of the types in Accept is offered here; offered are "
        + offered.joined(separator: ", ") + ".")
  }

  static func timedOut(_ detail: String) -> Problem {
    Problem(status: 408, code: "too-slow", title: "The upload took too long", detail: detail)
  }

  static func conflict(_ detail: String) -> Problem {
    Problem(status: 409, code: "not-ready", title: "It is not ready for this", detail: detail)
  }

  static func tooLarge(limit: Int64) -> Problem {
    Problem(
      status: 413, code: "too-large", title: "The body is too large",
      detail:
        "At most \(ByteText.describe(limit)) are taken; start the server with a larger --max-upload for more."
    )
  }

  static func unsupportedType(found: String, expected: String) -> Problem {
    Problem(
      status: 415, code: "unsupported-type", title: "The content type does not fit",
      detail: "Found Content-Type '\(found)', expected \(expected).")
  }

  static func rangeNotSatisfiable(length: Int64) -> Problem {
    Problem(
      status: 416, code: "range-not-satisfiable", title: "The range lies outside",
      detail: "The file has \(length) bytes.", headers: ["Content-Range": "bytes */\(length)"])
  }

  package static func unreadable(_ detail: String) -> Problem {
    Problem(
      status: 422, code: "unreadable-recording", title: "The recording cannot be read",
      detail: detail)
  }

  package static func unusableModel(_ detail: String) -> Problem {
    Problem(
      status: 422, code: "unusable-model", title: "The model cannot be used", detail: detail)
  }

  static func tooLong(_ detail: String) -> Problem {
    Problem(
      status: 422, code: "too-long", title: "The recording is too long", detail: detail)
  }

  static func tooManyRequests(seconds: Int) -> Problem {
    Problem(
      status: 429, code: "too-many-requests", title: "Too many requests",
      detail: "Try again in \(seconds) s.", headers: ["Retry-After": "\(seconds)"])
  }

  static func unavailable(_ detail: String) -> Problem {
    Problem(
      status: 503, code: "busy", title: "The server is busy", detail: detail,
      headers: ["Retry-After": "5"])
  }

  package static func internalError(_ detail: String) -> Problem {
    Problem(status: 500, code: "internal", title: "The server failed", detail: detail)
  }
}

/// Numbers of bytes in words.
enum ByteText {
  /// Such as "512 MB"; powers of 1000.
  static func describe(_ count: Int64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let rounded = (value * 10).rounded() / 10
    let text = rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    return "\(text) \(units[unit])"
  }
}
