internal import CSoup
import Foundation

/// A connection taken from libsoup, to answer a client in the middle of its upload.
///
/// `@unchecked Sendable`: made on the loop's thread and handed to one thread of the pool, which uses
/// it alone.
@safe final class StolenConnection: @unchecked Sendable {
  private static let lingerSeconds = 3.0

  private let stream: UnsafeMutablePointer<GIOStream>

  /// Takes over the reference.
  init(_ stream: UnsafeMutablePointer<GIOStream>) {
    unsafe self.stream = unsafe stream
  }

  deinit {
    unsafe g_object_unref(stream)
  }

  /// Sends the answer, then swallows for a moment what the client still sends.
  ///
  /// Without the moment the system would reset the connection, and the answer would be lost.
  func close(answering response: Response) {
    var text =
      "HTTP/1.1 \(response.status) \(MessageWriter.reasons[response.status] ?? "Refused")\r\nConnection: close\r\n"
    for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
    guard case .bytes(let body) = response.body else { return }
    text += "Content-Length: \(body.count)\r\n\r\n"
    let bytes = Array(text.utf8) + body
    let output = unsafe g_io_stream_get_output_stream(stream)
    let input = unsafe g_io_stream_get_input_stream(stream)
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe g_output_stream_write_all(
        output, bytes.baseAddress, UInt(bytes.count), nil, nil, nil)
    }
    unsafe g_output_stream_flush(output, nil, nil)
    let end = ContinuousClock.now + .seconds(Self.lingerSeconds)
    var scratch = [UInt8](repeating: 0, count: 64 * 1024)
    var count = 1
    while count > 0, ContinuousClock.now < end {
      count = unsafe scratch.withUnsafeMutableBytes { bytes in
        unsafe g_input_stream_read(input, bytes.baseAddress, UInt(bytes.count), nil, nil)
      }
    }
    unsafe g_io_stream_close(stream, nil, nil)
  }
}
