import Foundation
import Glibc
import TestSupport

@testable import SoundServer

/// A client that writes its own bytes, so that a test can be as rude as it likes.
@safe final class Client {
  /// An answer.
  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
    }
  }

  private let file: Int32
  private var buffer: [UInt8] = []

  /// Connects.
  init(port: UInt16, timeout: Int = 20 * Sanitizer.patience) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(file, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    var time = timeval(tv_sec: timeout, tv_usec: 0)
    unsafe setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(file) }

  /// Sends bytes; false once the server has closed.
  @discardableResult
  func send(_ data: Data) -> Bool {
    unsafe data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = unsafe Glibc.send(
          file, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
          Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Says that nothing more comes.
  func endSending() { shutdown(file, Int32(SHUT_WR)) }

  /// Reads an answer to its end.
  func receive(isHead: Bool = false) throws -> Answer {
    while find([13, 10, 13, 10]) == nil { try more() }
    let end = find([13, 10, 13, 10]) ?? 0
    let lines = String(decoding: buffer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeFirst(end + 4)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
    }
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    var body = Data()
    if isHead || status == 204 || status == 304 {
    } else if let length = headers["content-length"].flatMap({ Int($0) }) {
      while buffer.count < length { try more() }
      body = Data(buffer[..<length])
      buffer.removeFirst(length)
    } else {
      while let chunk = try nextChunk() { body.append(chunk) }
    }
    return Answer(status: status, headers: headers, body: body)
  }

  private func nextChunk() throws -> Data? {
    while find([13, 10]) == nil { try more() }
    let end = find([13, 10]) ?? 0
    let length = Int(String(decoding: buffer[..<end], as: UTF8.self), radix: 16) ?? 0
    while buffer.count < end + 2 + length + 2 { try more() }
    let chunk = Data(buffer[(end + 2)..<(end + 2 + length)])
    buffer.removeFirst(end + 2 + length + 2)
    return length == 0 ? nil : chunk
  }

  private func more() throws {
    var scratch = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe scratch.withUnsafeMutableBytes { bytes in
      unsafe recv(file, bytes.baseAddress, bytes.count, 0)
    }
    guard count > 0 else {
      throw POSIXError(count == 0 ? .ECONNRESET : POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    buffer += scratch[..<count]
  }

  private func find(_ pattern: [UInt8]) -> Int? {
    guard buffer.count >= pattern.count else { return nil }
    return (0...(buffer.count - pattern.count)).first { start in
      buffer[start..<start + pattern.count].elementsEqual(pattern)
    }
  }
}

extension LiveServer {
  /// Asks once.
  func ask(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: Data? = nil
  ) throws -> Client.Answer {
    let client = try Client(port: address.port)
    client.send(request(method, path, headers, body: body))
    return try client.receive(isHead: method == "HEAD")
  }

  /// The bytes of a request.
  func request(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: Data? = nil
  ) -> Data {
    var all = ["Host": "127.0.0.1:\(address.port)", "Connection": "close"]
    if let body { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    var text = "\(method) \(path) HTTP/1.1\r\n"
    for (name, value) in all.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      text += "\(name): \(value)\r\n"
    }
    return Data((text + "\r\n").utf8) + (body ?? Data())
  }
}
