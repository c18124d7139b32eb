import Foundation
import SoundEvents

/// How a recording is classified.
struct JobSettings: Sendable {
  /// The names of the parameters that say so.
  static let parameters: Set<String> = ["window", "overlap", "model", "name"]

  /// The window in seconds as the client wrote it; nil for the one that suits events.
  var window: String?

  /// The share of a window that the next one hears again.
  var overlap = EventWindows.overlapFactor

  /// The id of an uploaded model; nil for the built-in one.
  var model: String?

  /// The recording's name, for display; empty where the client gives none.
  var name = ""

  /// Reads settings from the query or, where a form was sent, from its fields.
  init(_ request: Request) throws(Problem) {
    var query = request.query
    if let fields = request.upload?.fields, !fields.isEmpty {
      if let unknown = fields.keys.filter({ !Self.parameters.contains($0) }).min() {
        throw .badRequest(
          "Unknown form field '\(unknown.prefix(60))'; known are file, \(Self.parameters.sorted().joined(separator: ", "))."
        )
      }
      query = query.adding(fields)
    }
    window = try query.text("window")
    overlap = try query.number("overlap", in: 0...0.99) ?? overlap
    model = try query.text("model").flatMap { $0 == ModelStore.builtIn ? nil : $0 }
    name = Upload.displayName(try query.text("name") ?? request.upload?.name ?? "")
  }

  /// The window that is used for a recording of this length.
  ///
  /// A recording shorter than the classifier's usual window is heard with a shorter one.
  func window(for choice: WindowChoice, duration: Double?) throws(Problem) -> Double {
    var wanted = min(choice.preferred, duration ?? .infinity)
    let range =
      choice.only.map { $0.map { "\($0)" }.joined(separator: ", ") + " s" }
      ?? "\(choice.shortest) to \(choice.longest) s"
    if let window {
      guard let seconds = Double(window), let fitting = choice.fitting(seconds),
        abs(fitting - seconds) < 1e-6
      else {
        throw .invalidParameter(
          "window", found: String(window.prefix(60)), expected: "\(range) for this model")
      }
      wanted = seconds
    }
    guard let fitting = choice.fitting(wanted), fitting <= (duration ?? .infinity) + 1e-6 else {
      let length = duration.map { String(format: "%.2f s", $0) } ?? "unknown"
      throw Problem(
        status: 422, code: "too-short", title: "The recording is too short",
        detail:
          "The recording lasts \(length); this model hears windows of \(range), and only whole ones."
      )
    }
    return fitting
  }
}

extension Query {
  /// The query with fields of a form; a field wins over a parameter of the same name.
  func adding(_ fields: [String: String]) -> Query {
    var query = self
    for (name, value) in fields { query.set(name, value) }
    return query
  }
}
