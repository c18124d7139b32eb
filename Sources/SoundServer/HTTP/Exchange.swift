private import CSoup
import Foundation

/// One request and its answer.
///
/// `@unchecked Sendable`: everything here is touched on the loop's thread only; other threads hold a
/// reference to hand results back through the loop.
@safe final class Exchange: @unchecked Sendable {
  private enum Phase { case head, body, answer, over }

  let server: HTTPServer
  private(set) var head: RequestHead?
  private(set) var match: Router.Match?

  private let message: OpaquePointer
  private var phase = Phase.head
  private let began = ContinuousClock.now
  private var bodyBegan = ContinuousClock.now
  private var bodyCount: Int64 = 0
  private var sink: UploadSink?
  private var smallBody: [UInt8] = []
  private var rejection: Problem?
  private var stream: (any BodyStream)?
  private var undo: (@Sendable () -> Void)?

  init(_ message: OpaquePointer, server: HTTPServer) {
    self.server = server
    unsafe self.message = unsafe message
    unsafe _ = g_object_ref(UnsafeMutableRawPointer(message))
    if let socket = unsafe soup_server_message_get_socket(message) {
      unsafe g_socket_set_timeout(socket, UInt32(server.limits.stallSeconds))
    }
  }

  private var userData: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  /// The header fields are there: lets the request in or not.
  func receiveHead() {
    guard phase == .head else { return }
    phase = .body
    bodyBegan = .now
    let head = unsafe MessageReader.head(of: message)
    self.head = head
    unsafe soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
    do throws(Problem) {
      let match = try server.application.admit(head)
      self.match = match
      if case .upload = match.route.body {
        sink = try UploadSink(head, limit: server.limits.uploadBytes, folder: server.folder)
      }
      if head.hasBody {
        unsafe csoup_message_connect_chunk(
          message,
          { _, chunk, data in
            guard let chunk = unsafe chunk, let data = unsafe data else { return }
            var count = 0
            let bytes = unsafe g_bytes_get_data(chunk, &count)
            unsafe Unmanaged<Exchange>.fromOpaque(data).takeUnretainedValue().receive(
              UnsafeRawBufferPointer(start: bytes, count: count))
          }, userData)
      }
    } catch {
      reject(error)
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    guard rejection == nil, phase == .body, let match else { return }
    bodyCount += Int64(bytes.count)
    do throws(Problem) {
      switch match.route.body {
      case .none:
        break
      case .small(let limit):
        guard smallBody.count + bytes.count <= limit else { throw .tooLarge(limit: Int64(limit)) }
        unsafe smallBody.append(contentsOf: bytes)
      case .upload:
        unsafe try sink?.append(bytes)
      }
    } catch {
      reject(error)
    }
  }

  /// Refuses the request; what is left of its body is dropped, or not even read where it is large.
  private func reject(_ problem: Problem) {
    rejection = problem
    sink = nil
    guard let head, head.hasBody else { return }
    if head.headers["expect"]?.lowercased() == "100-continue", bodyCount == 0 {
      return send(problem.response)
    }
    if (head.contentLength ?? .max) - bodyCount > 256 * 1024 { refuseBody(problem) }
  }

  /// Answers at once and closes the connection, while the client still sends.
  private func refuseBody(_ problem: Problem) {
    phase = .answer
    unsafe soup_server_message_pause(message)
    let answer = server.application.complete(problem.response, to: head, route: match?.route)
    server.loop.post { [self] in
      guard phase == .answer, let stolen = unsafe soup_server_message_steal_connection(message)
      else { return }
      let connection = unsafe StolenConnection(stolen)
      server.refusals.add { connection.close(answering: answer) }
      unsafe server.finish(message)
    }
  }

  /// The whole body is there: answers.
  func receiveEnd() {
    guard phase == .body, let head else { return }
    phase = .answer
    guard let match, rejection == nil else {
      return send((rejection ?? .internalError("The request was not understood.")).response)
    }
    var upload: Upload?
    do throws(Problem) {
      upload = try sink?.finish()
    } catch {
      return send(error.response)
    }
    sink = nil
    let request = Request(
      head: head, parameters: match.parameters, query: match.query, body: smallBody,
      upload: upload)
    unsafe soup_server_message_pause(message)
    let pool = upload == nil ? server.handlers : server.uploads
    pool.add { [self] in
      let response = server.application.respond(to: request, by: match.route)
      server.loop.post { [self] in
        send(response)
        if phase != .over { unsafe soup_server_message_unpause(message) }
      }
    }
  }

  private func send(_ response: Response) {
    guard phase != .over else {
      if case .stream(let stream, _) = response.body { stream.close() }
      if let undo = response.undo { server.handlers.add(undo) }
      return
    }
    undo = response.undo
    phase = .answer
    let response = server.application.complete(response, to: head, route: match?.route)
    unsafe MessageWriter.start(response, on: message)
    guard case .stream(let stream, _) = response.body else { return }
    guard head?.method != "HEAD" else { return stream.close() }
    self.stream = stream
    unsafe csoup_message_connect(
      message, "wrote-chunk",
      { _, data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<Exchange>.fromOpaque(data).takeUnretainedValue().askStream()
      }, userData)
    askStream()
  }

  /// Has the next piece of a streamed body made on the pool.
  private func askStream() {
    guard phase == .answer, let stream else { return }
    server.streams.add { [self] in
      let step = Result { try stream.next() }
      server.loop.post { [self] in take(step) }
    }
  }

  private func take(_ step: Result<BodyStep, any Error>) {
    guard phase == .answer else { return }
    switch step {
    case .success(.bytes(let data)):
      unsafe MessageWriter.append(data, to: message)
    case .success(.wait(let milliseconds)):
      server.loop.after(milliseconds: milliseconds) { [weak self] in self?.askStream() }
    case .success(.end):
      endStream()
      unsafe MessageWriter.complete(message)
    case .failure:
      cutConnection()
    }
  }

  private func endStream() {
    guard let stream else { return }
    self.stream = nil
    server.streams.add { stream.close() }
  }

  /// Gives up a client that takes too long to ask.
  func endIfLate(_ now: ContinuousClock.Instant) {
    let limits = server.limits
    switch phase {
    case .head where now - began > .seconds(limits.headSeconds):
      cutConnection()
    case .body:
      let time = (now - bodyBegan) / .seconds(1)
      guard
        time > limits.bodySeconds
          || (time > 30 && Double(bodyCount) / time < limits.slowestBytesPerSecond)
      else { return }
      rejection = .timedOut(
        "The body came too slowly: \(ByteText.describe(bodyCount)) in \(Int(time)) s.")
      sink = nil
      if let rejection { refuseBody(rejection) }
    default:
      break
    }
  }

  /// Closes the connection as it is.
  func cutConnection() {
    guard phase != .over else { return }
    if let socket = unsafe soup_server_message_get_socket(message) {
      unsafe g_socket_shutdown(socket, 1, 1, nil)
    }
  }

  /// The answer is sent, or the client has gone.
  func end(isAborted: Bool) {
    guard phase != .over else { return }
    phase = .over
    if isAborted, let undo { server.handlers.add(undo) }
    unsafe csoup_message_disconnect(message, userData)
    endStream()
    sink = nil
    // Here and not in deinit: libsoup's objects end on the loop's thread.
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
  }
}
