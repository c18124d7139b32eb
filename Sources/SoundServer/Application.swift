import Foundation

/// Ties the HTTP core to the rules of safety and to the table of addresses.
struct Application: HTTPApplication {
  let router: Router
  let hosts: HostPolicy
  let token: AccessToken?
  let requests: RateLimiter
  let uploads: RateLimiter
  let metrics: Metrics

  func admit(_ head: RequestHead) throws(Problem) -> Router.Match {
    try hosts.check(head)
    try requests.take(head.peer)
    let match = try router.match(head)
    if let token, case .token = match.route.access, !token.isShown(by: head) {
      throw .unauthorized(
        "Send it as 'Authorization: Bearer TOKEN', or open the address that the server printed.")
    }
    if case .upload = match.route.body { try uploads.take(head.peer) }
    return match
  }

  func respond(to request: Request, by route: Route) -> Response {
    do {
      return try route.handler(request)
    } catch let problem as Problem {
      return problem.response
    } catch {
      return Problem.internalError(error.localizedDescription).response
    }
  }

  func complete(_ response: Response, to head: RequestHead?, route: Route?) -> Response {
    metrics.countAnswer(
      route: route?.path ?? "none", method: head.map { Self.known($0.method) } ?? "none",
      status: response.status)
    var response = response
    response.headers += SecurityHeaders.all
    return response
  }

  /// A method's name, so that invented ones make no new series.
  private static func known(_ method: String) -> String {
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) ? method : "other"
  }
}
