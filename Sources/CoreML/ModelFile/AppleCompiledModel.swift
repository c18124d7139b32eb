internal import Foundation

/// A `.mlmodelc` folder of Apple's compiler, as far as it holds the model's messages.
///
/// Small models are kept whole: `coremldata.bin` is a header and the model message. A pipeline is a
/// description and one folder for each stage. Networks are translated to another format, and cannot
/// be read back here.
enum AppleCompiledModel {
  private static let dataName = "coremldata.bin"
  private static let stageLimit = 64
  private static let nestingLimit = 8
  /// Links may lead from a stage back to the whole, so that few files look like many.
  private static let totalStageLimit = 256
  private static let totalByteLimit = 1 << 30

  /// What is left of the limits while a folder and its stages are read.
  private struct Allowance {
    var stageCount = totalStageLimit
    var byteCount = totalByteLimit
  }

  /// Whether a folder is such a model.
  static func isCompiledModel(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(dataName).path)
  }

  /// The model message, put together again from the folder and its stages.
  static func message(of folder: URL) throws(ModelFileError) -> Data {
    var allowance = Allowance()
    return Data(try message(of: folder, depth: 0, &allowance))
  }

  private static func message(
    of folder: URL, depth: Int, _ allowance: inout Allowance
  ) throws(ModelFileError) -> [UInt8] {
    let data = try ModelFile.read(part: folder.appendingPathComponent(dataName))
    allowance.stageCount -= 1
    allowance.byteCount -= data.count
    guard allowance.stageCount >= 0, allowance.byteCount >= 0 else {
      throw ModelFileError(
        .unreadable, found: "stages without end",
        expected: "at most \(totalStageLimit) stages of \(totalByteLimit) bytes together")
    }
    let bytes = [UInt8](data)
    var reader = ByteReader(bytes)
    guard let type = reader.integer(byteCount: 4), reader.skip(24) != nil,
      let length = reader.integer(byteCount: 8), let signature = reader.take(length),
      reader.skip(4 + 28) != nil
    else { throw broken(expected: "a header") }
    if signature.elementsEqual("spec".utf8) { return Array(reader.rest) }

    guard type == 200 || type == 201 || type == 202 else {
      throw ModelFileError(
        .unsupported, found: "a network in the form that Apple's compiler gives it (type \(type))",
        expected: "the .mlmodel or .mlpackage from which the folder was compiled")
    }
    guard depth < nestingLimit, let descriptionLength = reader.integer(byteCount: 8),
      let description = reader.take(descriptionLength), let count = reader.integer(byteCount: 8),
      (1...stageLimit).contains(count)
    else { throw broken(expected: "a description and 1 to \(stageLimit) stages") }
    var stages: [UInt8] = []
    for index in 0..<count {
      let name = "model\(index)"
      do throws(ModelFileError) {
        stages += field(
          1,
          try message(of: folder.appendingPathComponent(name), depth: depth + 1, &allowance))
      } catch {
        throw error.within(name)
      }
    }
    let pipeline = type == 202 ? stages : field(1, stages)
    return field(2, Array(description)) + field(type, pipeline)
  }

  /// A field of a message that holds bytes.
  private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    variableLength(number << 3 | 2) + variableLength(bytes.count) + bytes
  }

  private static func variableLength(_ value: Int) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func broken(expected: String) -> ModelFileError {
    ModelFileError(
      .unreadable, at: dataName, found: "other bytes, or too few", expected: expected)
  }
}

/// Reads bytes one after the other, and nothing past their end.
struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// The next bytes, or nil if there are not so many.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Leaves bytes out, or returns nil if there are not so many.
  mutating func skip(_ count: Int) -> Void? {
    take(count).map { _ in }
  }

  /// The next little-endian integer, or nil if it is too large or not whole.
  mutating func integer(byteCount: Int) -> Int? {
    guard let bytes = take(byteCount) else { return nil }
    return Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
