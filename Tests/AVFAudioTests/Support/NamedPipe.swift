import Foundation
import Testing

/// A named pipe with a writer behind it that feeds it bytes once.
final class NamedPipe {
  let path: String
  private let writer: Process

  init(feeding bytes: [UInt8], in folder: TemporaryFolder) throws {
    path = folder.path("pipe-\(UUID().uuidString)")
    let content = try folder.write(bytes, to: "content-\(UUID().uuidString)")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", #"cat "$1" > "$2""#, "sh", content, path]
    try writer.run()
  }

  deinit { writer.terminate() }
}
