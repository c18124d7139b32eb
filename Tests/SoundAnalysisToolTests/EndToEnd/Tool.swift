import Foundation
import TestSupport

/// Runs the built command as a process of its own.
struct Tool {
  /// What a run left.
  struct Outcome {
    var status: Int32
    var output: Data
    var messages: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error, line by line.
    var messageLines: [String] { messages.split(separator: "\n").map(String.init) }
  }

  /// The executable, which lies beside the test program.
  static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("soundanalysis")

  /// The exit status that stands for a run that did not end in time.
  static let hung: Int32 = 124

  /// The folder that the command runs in.
  let folder: TemporaryFolder

  /// Makes an empty folder to run in.
  init() throws { folder = try TemporaryFolder() }

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - input: standard input; nil for an empty one.
  ///   - environment: variables besides those of the tests.
  func run(
    _ arguments: [String], input: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(executable: Self.url.path, arguments, input: input, environment: environment)
  }

  /// Runs a line of shell, in which `$TOOL` is the command.
  func shell(_ line: String) throws -> Outcome {
    try run(executable: "/bin/sh", ["-c", line], input: nil, environment: [:])
  }

  private func run(
    executable: String, _ arguments: [String], input: URL?, environment: [String: String]
  ) throws -> Outcome {
    let place = try TemporaryFolder()
    let process = process(environment: environment)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["\(120 * Sanitizer.patience)", executable] + arguments
    process.standardInput = try FileHandle(
      forReadingFrom: input ?? URL(fileURLWithPath: "/dev/null"))
    for name in ["out", "err"] {
      _ = FileManager.default.createFile(atPath: place.file(name).path, contents: nil)
    }
    process.standardOutput = try FileHandle(forWritingTo: place.file("out"))
    process.standardError = try FileHandle(forWritingTo: place.file("err"))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: place.file("out")),
      messages: String(decoding: try Data(contentsOf: place.file("err")), as: UTF8.self))
  }

  /// A process in the folder, not yet started, that will run the command.
  func process(environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = Self.url
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TOOL": Self.url.path]) { $1 }.merging(environment) { $1 }
    return process
  }

  /// A file in the folder.
  func file(_ name: String) -> URL { folder.file(name) }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ data: Data, to name: String) throws -> URL {
    let url = folder.file(name)
    try data.write(to: url)
    return url
  }

  /// Writes a recording of noise into the folder, at 16 kHz.
  @discardableResult
  func writeNoise(seconds: Double, to name: String = "noise.wav") throws -> URL {
    try write(
      WaveFile(sampleRate: 16_000, mono: Signals.noise(count: Int(seconds * 16_000))).data,
      to: name)
  }

  /// Writes a recording of silence into the folder, at 16 kHz, which takes no space on the disk.
  func writeSilence(minutes: Int, channelCount: Int = 1, to name: String) throws {
    let byteCount = minutes * 60 * 16_000 * 4 * channelCount
    var data = WaveFile(sampleRate: 16_000, channels: Array(repeating: [], count: channelCount))
      .data
    for (place, size) in [(4, 36 + byteCount), (40, byteCount)] {
      for index in 0..<4 { data[place + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    }
    let handle = try FileHandle(forWritingTo: write(data, to: name))
    try handle.truncate(atOffset: UInt64(data.count + byteCount))
    try handle.close()
  }

  /// The names in the folder.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }
}
