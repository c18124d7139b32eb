import Foundation

/// Writes the body of a request to a temporary file while it comes in.
final class UploadSink {
  private static let longestField = 1024
  private static let mostFields = 16

  private let limit: Int64
  private let url: URL
  private let file: FileHandle
  private var splitter: MultipartSplitter?
  private var received: Int64 = 0
  private var written: Int64 = 0
  private var name: String
  private var fields: [String: String] = [:]
  private var part: Part?
  private var hasFile: Bool
  private var isHandedOver = false

  private enum Part {
    case file
    case field(name: String, value: [UInt8])
  }

  /// Prepares for a body.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that are taken.
  ///   - folder: where the file is made, under a name of our own.
  init(_ head: RequestHead, limit: Int64, folder: URL) throws(Problem) {
    self.limit = limit
    if let length = head.contentLength, length > limit { throw .tooLarge(limit: limit) }
    if head.contentLength == 0 { throw .unreadable("The file is empty.") }
    guard head.hasBody else {
      throw .badRequest(
        "The request has no body; send the recording as the body or as a form's file.")
    }
    let type = head.headers["content-type"] ?? "application/octet-stream"
    splitter = try Self.splitter(for: type)
    hasFile = splitter == nil
    name = Self.dispositionName(head)
    url = folder.appendingPathComponent("upload-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: url.path, contents: nil),
      let file = try? FileHandle(forWritingTo: url)
    else { throw .internalError("No temporary file can be made; is the disk full?") }
    self.file = file
  }

  deinit {
    try? file.close()
    if !isHandedOver { try? FileManager.default.removeItem(at: url) }
  }

  private static func splitter(for type: String) throws(Problem) -> MultipartSplitter? {
    let essence = MediaType.essence(type)
    if essence == "multipart/form-data" {
      guard let boundary = MediaType.parameter("boundary", of: type),
        let splitter = MultipartSplitter(boundary: boundary)
      else { throw .badRequest("The multipart form names no boundary of 1 to 70 characters.") }
      return splitter
    }
    let kind = essence.prefix { $0 != "/" }
    guard
      ["audio", "video"].contains(kind) || essence == "application/octet-stream"
        || essence == "application/ogg"
    else {
      throw .unsupportedType(
        found: String(type.prefix(100)),
        expected: "audio/*, video/*, application/octet-stream or multipart/form-data")
    }
    return nil
  }

  private static func dispositionName(_ head: RequestHead) -> String {
    guard let field = head.headers["content-disposition"] else { return "" }
    return MultipartSplitter.parameter("filename", of: field[...]) ?? ""
  }

  /// Takes the next bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    received += Int64(bytes.count)
    guard received <= limit + 64 * 1024 else { throw .tooLarge(limit: limit) }
    guard splitter != nil else { return try unsafe write(Data(bytes)) }
    var taken = splitter
    splitter = nil
    defer { splitter = taken }
    try unsafe taken?.append(bytes) { (event) throws(Problem) in try self.take(event) }
  }

  private func take(_ event: MultipartSplitter.Event) throws(Problem) {
    switch (event, part) {
    case (.part(let name, let fileName), _):
      guard fileName != nil || name == "file" else {
        guard fields.count < Self.mostFields else {
          throw .badRequest("The form has more than \(Self.mostFields) fields.")
        }
        part = .field(name: name, value: [])
        return
      }
      guard !hasFile else {
        throw .badRequest("The form holds more than one file; send one at a time.")
      }
      hasFile = true
      self.name = fileName ?? ""
      part = .file
    case (.bytes(let bytes), .file):
      try write(Data(bytes))
    case (.bytes(let bytes), .field(let name, let value)):
      guard value.count + bytes.count <= Self.longestField else {
        throw .badRequest(
          "The form's field '\(name.prefix(40))' is longer than \(Self.longestField) bytes.")
      }
      part = .field(name: name, value: value + bytes)
    case (.endOfPart, .field(let name, let value)):
      fields[name] = String(decoding: value, as: UTF8.self)
      part = nil
    case (.endOfPart, _):
      part = nil
    case (.bytes, nil):
      break
    }
  }

  private func write(_ data: Data) throws(Problem) {
    written += Int64(data.count)
    guard written <= limit else { throw .tooLarge(limit: limit) }
    do {
      try file.write(contentsOf: data)
    } catch {
      throw Problem(
        status: 507, code: "disk-full", title: "The disk is full",
        detail: "The upload cannot be stored: \(error.localizedDescription)")
    }
  }

  /// Ends the body.
  ///
  /// - Throws: where the form was cut off or holds no file, or where no byte came.
  func finish() throws(Problem) -> Upload {
    if let splitter, !splitter.isComplete {
      throw .badRequest(
        "The multipart form ends before its closing delimiter; the upload was cut off.")
    }
    guard hasFile else { throw .badRequest("The form holds no file; name its field 'file'.") }
    guard written > 0 else { throw .unreadable("The file is empty.") }
    try? file.close()
    isHandedOver = true
    return Upload(
      url: url, byteCount: written, name: Upload.displayName(name), fields: fields)
  }
}
