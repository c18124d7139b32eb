internal import CSoup
import Foundation

/// Reads what libsoup parsed.
enum MessageReader {
  /// The request line and the header fields.
  static func head(of message: OpaquePointer) -> RequestHead {
    let uri = unsafe soup_server_message_get_uri(message)
    var headers: [String: String] = [:]
    var iterator = SoupMessageHeadersIter()
    unsafe soup_message_headers_iter_init(
      &iterator, soup_server_message_get_request_headers(message))
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    while unsafe soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
      let key = unsafe text(name).lowercased()
      let field = unsafe text(value)
      headers[key] = headers[key].map { "\($0), \(field)" } ?? field
    }
    let address = unsafe csoup_message_remote_address(message)
    defer { unsafe g_free(address) }
    return RequestHead(
      method: unsafe text(soup_server_message_get_method(message)),
      path: unsafe text(g_uri_get_path(uri)),
      query: unsafe text(g_uri_get_query(uri)),
      headers: headers,
      peer: unsafe text(address))
  }

  private static func text(_ characters: UnsafePointer<CChar>?) -> String {
    unsafe characters.map { unsafe String(cString: $0) } ?? ""
  }
}
