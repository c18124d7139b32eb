import Foundation
import SoundEvents

/// A format that events are sent in.
struct ResultFormat: Sendable {
  /// The format.
  var format: EventFormat

  /// Whether a browser should save it as a file.
  var isDownload: Bool

  /// The content type.
  static func type(of format: EventFormat) -> String {
    switch format {
    case .json: "application/json"
    case .jsonl: "application/jsonl"
    case .csv: "text/csv"
    case .tsv: "text/tab-separated-values"
    case .text: "text/plain"
    case .vtt: "text/vtt"
    case .srt: "application/x-subrip"
    case .rttm: "text/x-rttm"
    case .audacity: "text/x-audacity-labels"
    case .raven: "text/x-raven-selections"
    case .textgrid: "text/x-praat-textgrid"
    }
  }

  /// The name for people.
  static func title(of format: EventFormat) -> String {
    switch format {
    case .json: "JSON"
    case .jsonl: "JSON Lines"
    case .csv: "CSV table"
    case .tsv: "TSV table"
    case .text: "Plain text"
    case .vtt: "WebVTT captions"
    case .srt: "SubRip captions"
    case .rttm: "RTTM"
    case .audacity: "Audacity labels"
    case .raven: "Raven selections"
    case .textgrid: "Praat TextGrid"
    }
  }

  private static let offered: [EventFormat] =
    [.json] + EventFormat.allCases.filter { $0 != .json }

  /// Picks the format of the `format` parameter, or else of the Accept field.
  static func choose(_ request: Request) throws(Problem) -> ResultFormat {
    if let name = try request.query.text("format") {
      guard let format = EventFormat(rawValue: name) else {
        throw .invalidParameter(
          "format", found: String(name.prefix(60)),
          expected: "one of " + EventFormat.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return ResultFormat(format: format, isDownload: true)
    }
    let types = offered.map { type(of: $0) }
    guard let index = MediaType.choose(accept: request.head.headers["accept"], offered: types)
    else {
      throw .notAcceptable(offered: types)
    }
    return ResultFormat(format: offered[index], isDownload: false)
  }

  /// The answer with this body.
  func response(_ stream: any BodyStream, fileName: String) throws -> Response {
    var type = Self.type(of: format)
    if type.hasPrefix("text/") { type += "; charset=utf-8" }
    var headers = [("Cache-Control", "no-store"), ("Vary", "Accept")]
    if isDownload {
      // RFC 8187: the name as UTF-8, every other byte than these percent-encoded.
      let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
      let name = "\(fileName).\(format.fileExtension)"
      let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "results"
      headers.append(
        (
          "Content-Disposition",
          "attachment; filename=\"results.\(format.fileExtension)\"; filename*=UTF-8''\(encoded)"
        ))
    }
    return Response(type: type, stream: stream, headers: headers)
  }
}
