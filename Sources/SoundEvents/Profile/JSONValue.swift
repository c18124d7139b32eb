private import Foundation

/// A parsed JSON document.
enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// What a person calls this kind of value.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Parses UTF-8 text.
  static func parse(_ bytes: [UInt8]) throws(EventProfileError) -> JSONValue {
    do {
      return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch DecodingError.dataCorrupted(let context) {
      let cause = context.underlyingError as NSError?
      let detail = cause?.userInfo[NSDebugDescriptionErrorKey] as? String
      throw EventProfileError(.root, "not valid JSON: \(detail ?? context.debugDescription)")
    } catch {
      throw EventProfileError(.root, "not valid JSON: \(error)")
    }
  }
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? single.decode(Double.self) {
      self = .number(value)
    } else if let value = try? single.decode(String.self) {
      self = .string(value)
    } else if let value = try? single.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try single.decode([String: JSONValue].self))
    }
  }
}
