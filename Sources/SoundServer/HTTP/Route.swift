/// One address of the API: which requests it takes and what answers them.
struct Route: Sendable {
  /// What a request's body is.
  enum BodyPolicy: Sendable {
    /// None is expected; one that comes is read and dropped.
    case none

    /// A few bytes in memory.
    case small(limit: Int)

    /// A file on disk.
    case upload
  }

  /// Who may ask.
  enum Access: Sendable {
    /// Anybody who comes from a page of this server, or from no page.
    case open

    /// Whoever shows the token, where there is one.
    case token
  }

  /// The method in capitals; GET answers HEAD as well.
  var method: String

  /// The path; a part in braces is open, as in `/api/v1/jobs/{id}`.
  var path: String

  /// The parameters of the query.
  var parameters: Set<String> = []

  /// The body.
  var body = BodyPolicy.none

  /// The access.
  var access = Access.token

  /// Makes the answer; runs on a thread of the pool and may block.
  var handler: @Sendable (Request) throws -> Response
}
