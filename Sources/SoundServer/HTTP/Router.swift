/// The table of addresses.
struct Router: Sendable {
  /// What a request leads to.
  struct Match: Sendable {
    /// The route.
    var route: Route

    /// The open parts of its path.
    var parameters: [String: String]

    /// The query.
    var query: Query
  }

  private struct Entry: Sendable {
    var segments: [String]
    var route: Route
  }

  private let entries: [Entry]

  /// Makes a table; earlier routes come first.
  init(_ routes: [Route]) {
    entries = routes.map { route in
      Entry(
        segments: route.path.split(separator: "/", omittingEmptySubsequences: true).map(
          String.init),
        route: route)
    }
  }

  /// Finds the route of a request.
  ///
  /// - Throws: 400 for a path or query that cannot be read, 404, or 405 with the methods that fit.
  func match(_ head: RequestHead) throws(Problem) -> Match {
    guard let segments = head.segments else {
      throw .badRequest("The path holds bytes that are no UTF-8.")
    }
    let fitting = entries.compactMap { entry in
      Self.parameters(of: entry.segments, in: segments).map { (entry.route, $0) }
    }
    guard !fitting.isEmpty else {
      throw .notFound("There is nothing at '\(head.path.prefix(200))'.")
    }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (route, parameters) = fitting.first(where: { $0.0.method == method }) else {
      var allowed = Set(fitting.map { $0.0.method })
      if allowed.contains("GET") { allowed.insert("HEAD") }
      throw .methodNotAllowed(allowed.sorted())
    }
    let query = try Query(head.query)
    if let unknown = query.names.subtracting(route.parameters).sorted().first {
      let known = route.parameters.sorted().joined(separator: ", ")
      throw .badRequest(
        "Unknown parameter '\(unknown.prefix(60))'"
          + (known.isEmpty ? "; there are none here." : "; known are \(known)."))
    }
    return Match(route: route, parameters: parameters, query: query)
  }

  private static func parameters(of pattern: [String], in segments: [String]) -> [String: String]? {
    guard pattern.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (expected, found) in zip(pattern, segments) {
      if expected.hasPrefix("{") {
        parameters[String(expected.dropFirst().dropLast())] = found
      } else if expected != found {
        return nil
      }
    }
    return parameters
  }
}
