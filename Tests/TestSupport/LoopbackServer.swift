private import Foundation

/// A server on this machine that does what a test says, one step at a time.
package final class LoopbackServer: Sendable {
  /// One client.
  package final class Connection {
    private var descriptor: Int32

    fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close() }

    /// Sends bytes; false where the client is gone.
    @discardableResult
    package func send(_ bytes: some Sequence<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var sent = 0
      while sent < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe Foundation.send(
            descriptor, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    /// Reads the head of an HTTP request, up to its empty line.
    package func readRequest() -> String {
      var text: [UInt8] = []
      var byte: UInt8 = 0
      while !text.suffix(4).elementsEqual("\r\n\r\n".utf8), text.count < 65_536 {
        guard unsafe recv(descriptor, &byte, 1, 0) == 1 else { break }
        text.append(byte)
      }
      return String(decoding: text, as: UTF8.self)
    }

    /// Waits until the client hangs up; false if it does not within so many seconds.
    package func isHungUp(within seconds: Double) -> Bool {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&event, 1, Int32(seconds * 1000)) == 1 else { return false }
      var byte: UInt8 = 0
      return unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) <= 0
    }

    /// Hangs up.
    package func close() {
      guard descriptor >= 0 else { return }
      _ = Foundation.close(descriptor)
      descriptor = -1
    }
  }

  /// Where it listens.
  package let port: UInt16

  private let descriptor: Int32

  /// Begins to listen; port 0 takes a free one.
  package init(port: UInt16 = 0) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var yes: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socketAddress in
        let isBound = unsafe bind(descriptor, socketAddress, length) == 0
        guard isBound, listen(descriptor, 8) == 0 else { return errno }
        return unsafe getsockname(descriptor, socketAddress, &length) == 0 ? 0 : errno
      }
    }
    self.port = UInt16(bigEndian: address.sin_port)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// Takes the next client; nil if none comes within so many seconds.
  package func accept(within seconds: Double = 30) -> Connection? {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&event, 1, Int32(seconds * 1000)) == 1 else { return nil }
    let client = Foundation.accept(descriptor, nil, nil)
    return client >= 0 ? Connection(descriptor: client) : nil
  }
}
