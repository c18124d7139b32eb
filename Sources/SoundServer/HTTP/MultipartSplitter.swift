/// Splits a multipart body into its parts while it comes in, however the network cuts it.
struct MultipartSplitter {
  /// What was found.
  enum Event: Hashable {
    /// A part begins; its names are those of Content-Disposition.
    case part(name: String, fileName: String?)

    /// Bytes of the present part.
    case bytes(ArraySlice<UInt8>)

    /// The present part is complete.
    case endOfPart
  }

  private enum State { case preamble, afterDelimiter, fields, content, epilogue }

  private static let longestFields = 8 * 1024
  private static let lineEnd: [UInt8] = [13, 10]
  private static let fieldsEnd: [UInt8] = [13, 10, 13, 10]

  private let delimiter: [UInt8]
  // The first delimiter need not follow a line; with this one it always does.
  private var buffer: [UInt8] = lineEnd
  private var state = State.preamble

  /// Makes a splitter.
  ///
  /// - Parameter boundary: the parameter of the content type, 1 to 70 characters.
  init?(boundary: String) {
    guard (1...70).contains(boundary.utf8.count) else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Whether the closing delimiter has come.
  var isComplete: Bool { state == .epilogue }

  /// Takes the next bytes of the body.
  mutating func append(
    _ bytes: some Sequence<UInt8>, _ emit: (Event) throws(Problem) -> Void
  ) throws(Problem) {
    if state == .epilogue { return }
    buffer.append(contentsOf: bytes)
    var start = 0
    loop: while true {
      switch state {
      case .preamble, .content:
        if let found = Self.find(delimiter, in: buffer, from: start) {
          if state == .content {
            if found > start { try emit(.bytes(buffer[start..<found])) }
            try emit(.endOfPart)
          }
          start = found + delimiter.count
          state = .afterDelimiter
        } else {
          let safe = max(start, buffer.count - delimiter.count + 1)
          if state == .content, safe > start { try emit(.bytes(buffer[start..<safe])) }
          start = safe
          break loop
        }
      case .afterDelimiter:
        guard buffer.count - start >= 2 else { break loop }
        if buffer[start] == 0x2D, buffer[start + 1] == 0x2D {
          state = .epilogue
          start = buffer.count
          break loop
        }
        // Blanks may follow a delimiter; then comes the line's end, which is the first of the fields.
        guard let end = Self.find(Self.lineEnd, in: buffer, from: start) else {
          try checkLength(from: start)
          break loop
        }
        start = end
        state = .fields
      case .fields:
        guard let end = Self.find(Self.fieldsEnd, in: buffer, from: start) else {
          try checkLength(from: start)
          break loop
        }
        try emit(Self.part(fields: buffer[start..<end]))
        start = end + Self.fieldsEnd.count
        state = .content
      case .epilogue:
        break loop
      }
    }
    buffer.removeFirst(start)
  }

  private func checkLength(from start: Int) throws(Problem) {
    guard buffer.count - start <= Self.longestFields else {
      throw .badRequest("The header fields of a part are longer than \(Self.longestFields) bytes.")
    }
  }

  /// Reads the fields of a part.
  private static func part(fields: ArraySlice<UInt8>) throws(Problem) -> Event {
    let text = String(decoding: fields, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased() == "content-disposition" else { continue }
      guard let name = parameter("name", of: pair[1]) else { break }
      return .part(name: name, fileName: parameter("filename", of: pair[1]))
    }
    throw .badRequest("A part of the form has no Content-Disposition with a name.")
  }

  /// Reads a parameter as browsers write it: in quotes, with `%22` for a quote.
  static func parameter(_ name: String, of field: Substring) -> String? {
    var rest = field[...]
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " }
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals]
      var value = rest[rest.index(after: equals)...]
      var text = ""
      if value.first == "\"" {
        value.removeFirst()
        while let character = value.popFirst(), character != "\"" {
          if character == "\\", let next = value.first, next == "\"" || next == "\\" {
            text.append(value.removeFirst())
          } else {
            text.append(character)
          }
        }
      } else {
        text = String(value.prefix { $0 != ";" && $0 != " " })
        value = value.dropFirst(text.count)
      }
      if key.lowercased() == name { return text.replacing("%22", with: "\"") }
      rest = value
    }
    return nil
  }

  /// The first place of a pattern that starts with a carriage return.
  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    let bytes = bytes.span
    let pattern = pattern.span
    guard bytes.count >= pattern.count else { return nil }
    var index = start
    let last = bytes.count - pattern.count
    while index <= last {
      if bytes[index] == 13 {
        var offset = 1
        while offset < pattern.count, bytes[index + offset] == pattern[offset] { offset += 1 }
        if offset == pattern.count { return index }
      }
      index += 1
    }
    return nil
  }
}
