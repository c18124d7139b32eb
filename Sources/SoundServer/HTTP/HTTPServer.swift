private import CSoup
import Foundation

/// What the HTTP core asks of the program around it.
protocol HTTPApplication: Sendable {
  /// Lets a request in, or not; called on the loop's thread once the header fields are there.
  func admit(_ head: RequestHead) throws(Problem) -> Router.Match

  /// Answers a request; called on a thread of the pool.
  func respond(to request: Request, by route: Route) -> Response

  /// Adds the header fields that every answer carries, and counts it.
  func complete(_ response: Response, to head: RequestHead?, route: Route?) -> Response
}

/// Limits of the HTTP core.
struct HTTPLimits: Sendable {
  /// The most bytes of an uploaded file.
  var uploadBytes: Int64

  /// Seconds without a byte after which a client is given up.
  var stallSeconds: Int = 30

  /// Seconds in which the header fields must come.
  var headSeconds: Double = 30

  /// Seconds in which a body must come.
  var bodySeconds: Double = 3600

  /// Bytes a second that a body must bring on average, after the first 30 s.
  var slowestBytesPerSecond: Double = 1024

  /// The most requests at once.
  var requests: Int = 512
}

/// The HTTP server: libsoup on one loop, handlers on a bounded pool of threads.
///
/// `@unchecked Sendable`: `server` and `exchanges` are touched on the loop's thread only; everything
/// else is constant.
@safe final class HTTPServer: @unchecked Sendable {
  let loop: EventLoop
  let limits: HTTPLimits
  let folder: URL
  let application: any HTTPApplication

  /// Threads that answer requests.
  let handlers = ThreadPool("answers", mostThreads: 8)

  /// Threads that answer uploads, which may take their time.
  let uploads = ThreadPool("uploads", mostThreads: 16)

  /// Threads that make the pieces of streamed bodies.
  let streams = ThreadPool("streams", mostThreads: 16)

  /// Threads that see off clients that are refused in the middle of an upload.
  let refusals = ThreadPool("refusals", mostThreads: 16)

  private let server: UnsafeMutablePointer<SoupServer>
  private var exchanges: [OpaquePointer: Exchange] = unsafe [:]

  /// Makes a server that does not listen yet; to be called on the loop's thread.
  init(
    loop: EventLoop, limits: HTTPLimits, folder: URL, application: any HTTPApplication
  ) {
    self.loop = loop
    self.limits = limits
    self.folder = folder
    self.application = application
    unsafe server = csoup_server_new()
    connect()
    loop.every(milliseconds: 1000) { [weak self] in self?.endLateExchanges() }
  }

  deinit {
    unsafe g_object_unref(server)
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - address: a numeric address.
  ///   - port: 0 picks a free one.
  /// - Returns: the port.
  func listen(address: String, port: UInt16) throws(ServerError) -> UInt16 {
    var failure: UnsafeMutablePointer<GError>?
    guard unsafe csoup_server_listen(server, address, port, &failure) != 0 else {
      let reason = unsafe failure.map { unsafe String(cString: $0.pointee.message) } ?? "unknown"
      unsafe g_clear_error(&failure)
      throw ServerError("cannot listen on \(address) port \(port): \(reason)")
    }
    // A client that connects and says nothing stays with the kernel.
    unsafe csoup_server_set_tcp_option(server, Int32(TCP_DEFER_ACCEPT), Int32(limits.stallSeconds))
    return unsafe csoup_server_port(server)
  }

  /// Closes all connections and stops to listen.
  func close() {
    unsafe soup_server_disconnect(server)
    for exchange in unsafe Array(exchanges.values) { exchange.end(isAborted: false) }
    unsafe exchanges.removeAll()
  }

  private func connect() {
    let data = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe soup_server_add_early_handler(
      server, nil,
      { _, message, _, _, data in
        unsafe HTTPServer.exchange(message, data)?.receiveHead()
      }, data, nil)
    unsafe soup_server_add_handler(
      server, nil,
      { _, message, _, _, data in
        unsafe HTTPServer.exchange(message, data)?.receiveEnd()
      }, data, nil)
    unsafe csoup_server_connect(
      server, "request-started",
      { _, message, data in
        guard let message = unsafe message, let data = unsafe data else { return }
        unsafe Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue().begin(message)
      }, data)
    unsafe csoup_server_connect(
      server, "request-finished",
      { _, message, data in
        guard let message = unsafe message, let data = unsafe data else { return }
        unsafe Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue().finish(message)
      }, data)
    unsafe csoup_server_connect(
      server, "request-aborted",
      { _, message, data in
        guard let message = unsafe message, let data = unsafe data else { return }
        unsafe Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue().finish(
          message, isAborted: true)
      }, data)
  }

  private static func exchange(_ message: OpaquePointer?, _ data: gpointer?) -> Exchange? {
    guard let message = unsafe message, let data = unsafe data else { return nil }
    return unsafe Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue().exchanges[message]
  }

  private func begin(_ message: OpaquePointer) {
    let exchange = unsafe Exchange(message, server: self)
    unsafe exchanges[message] = exchange
    if unsafe exchanges.count > limits.requests { exchange.cutConnection() }
  }

  /// Waits for all threads of the pool.
  func waitForThreads() {
    for pool in [handlers, uploads, streams, refusals] { pool.waitUntilIdle() }
  }

  /// Forgets an exchange: its answer is sent, its client has gone, or its connection was taken from libsoup.
  func finish(_ message: OpaquePointer, isAborted: Bool = false) {
    unsafe exchanges.removeValue(forKey: message)?.end(isAborted: isAborted)
  }

  private func endLateExchanges() {
    let now = ContinuousClock.now
    for exchange in unsafe Array(exchanges.values) { exchange.endIfLate(now) }
  }
}
