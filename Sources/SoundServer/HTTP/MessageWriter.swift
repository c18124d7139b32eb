internal import CSoup
import Foundation

/// Hands an answer to libsoup.
enum MessageWriter {
  /// Phrases for codes that libsoup does not know.
  static let reasons = [
    413: "Content Too Large", 421: "Misdirected Request", 429: "Too Many Requests",
  ]

  /// Sets status and header fields, and the body where it is at hand.
  static func start(_ response: Response, on message: OpaquePointer) {
    unsafe soup_server_message_set_status(
      message, UInt32(response.status), reasons[response.status])
    let headers = unsafe soup_server_message_get_response_headers(message)
    for (name, value) in response.headers {
      unsafe soup_message_headers_append(headers, name, value)
    }
    // libsoup 3.2 never closes a connection that its client leaves between two requests, and no longer
    // reads one that was silent until the time limit; so each connection serves one request.
    unsafe soup_message_headers_append(headers, "Connection", "close")
    switch response.body {
    case .bytes(let data):
      unsafe soup_message_headers_set_content_length(headers, data.count)
      unsafe append(data, to: message, continues: false)
    case .stream(_, let length):
      unsafe soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
      if let length {
        unsafe soup_message_headers_set_content_length(headers, Int(length))
      } else if unsafe soup_server_message_get_http_version(message) == SOUP_HTTP_1_0 {
        unsafe soup_message_headers_set_encoding(headers, SOUP_ENCODING_EOF)
      } else {
        unsafe soup_message_headers_set_encoding(headers, SOUP_ENCODING_CHUNKED)
      }
    }
  }

  /// Sends the next piece of a streamed body.
  static func append(_ data: Data, to message: OpaquePointer) {
    unsafe append(data, to: message, continues: true)
  }

  private static func append(_ data: Data, to message: OpaquePointer, continues: Bool) {
    guard !data.isEmpty else { return }
    let body = unsafe soup_server_message_get_response_body(message)
    unsafe data.withUnsafeBytes { bytes in
      unsafe soup_message_body_append(body, SOUP_MEMORY_COPY, bytes.baseAddress, UInt(bytes.count))
    }
    if continues { unsafe soup_server_message_unpause(message) }
  }

  /// Ends a streamed body.
  static func complete(_ message: OpaquePointer) {
    unsafe soup_message_body_complete(soup_server_message_get_response_body(message))
    unsafe soup_server_message_unpause(message)
  }
}
