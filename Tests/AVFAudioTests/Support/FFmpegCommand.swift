import Foundation

/// The ffmpeg command: it makes the inputs, and its decoding is the oracle.
enum FFmpegCommand {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs ffmpeg in a folder and gives its standard output.
  @discardableResult
  static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    let messages = folder.path("ffmpeg-\(UUID().uuidString).log")
    _ = FileManager.default.createFile(atPath: messages, contents: nil)
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: messages)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = (try? String(contentsOfFile: messages, encoding: .utf8)) ?? ""
      throw Failure(description: "ffmpeg \(arguments.joined(separator: " ")): \(text)")
    }
    return [UInt8](data)
  }

  /// The interleaved Float32 samples that ffmpeg decodes a file to.
  static func decode(
    _ name: String, in folder: TemporaryFolder, options: [String] = []
  ) throws -> [Float] {
    let bytes = try run(["-i", name] + options + ["-f", "f32le", "-"], in: folder)
    return stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { index in
      Float(
        bitPattern: UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
          | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
    }
  }
}
