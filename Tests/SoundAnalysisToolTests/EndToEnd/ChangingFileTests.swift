import Foundation
import TestSupport
import Testing

/// Recordings that change or vanish while the command reads them.
@Suite struct ChangingFileTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try FileManager.default.createDirectory(
      at: tool.file("rec"), withIntermediateDirectories: false)
    try tool.writeNoise(seconds: 1, to: "rec/a.wav")
    try tool.writeSilence(minutes: 3, to: "rec/b.wav")
    try tool.writeNoise(seconds: 1, to: "rec/c.wav")
  }

  private enum Change: CaseIterable {
    case grows, shrinks, isReplaced, vanishes
  }

  private func apply(_ change: Change) throws {
    let file = tool.file("rec/b.wav")
    switch change {
    case .grows, .shrinks:
      let handle = try FileHandle(forWritingTo: file)
      let end = try handle.seekToEnd()
      try handle.truncate(atOffset: change == .grows ? end + 1000 : end / 2)
      try handle.close()
    case .isReplaced:
      try FileManager.default.removeItem(at: file)
      try tool.writeSilence(minutes: 3, to: "rec/b.wav")
    case .vanishes: try FileManager.default.removeItem(at: file)
    }
  }

  @Test(arguments: Change.allCases, [false, true])
  private func isAFailureOfThatFileAlone(change: Change, hasFolder: Bool) throws {
    let process = tool.process()
    process.arguments =
      ["classify", "-w", "0.5", "-j", "1", "-f", "jsonl", "rec", "--failures", "failed", "-o"]
      + [hasFolder ? "out/" : "out"]
    let errors = tool.file("errors")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    // The second file is in hand once some of its windows are written.
    let deadline = ContinuousClock.now + .seconds(100 * Sanitizer.patience)
    var isInHand = false
    while !isInHand, ContinuousClock.now < deadline {
      usleep(5000)
      let places =
        hasFolder
        ? ["out/.soundanalysis/staging/1"]
        : try tool.names().filter { $0.hasPrefix(".soundanalysis-") }
      isInHand = places.contains { place in
        let text = try? String(contentsOf: tool.file(place), encoding: .utf8)
        return text?.contains("rec/b.wav\", \"start\": 1") == true
      }
    }
    #expect(isInHand)
    try apply(change)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let messages = try String(contentsOf: errors, encoding: .utf8)
    #expect(messages.contains("soundanalysis: 2 classified, 1 failed; "), "\(messages)")
    let reasons =
      switch change {
      case .vanishes: ["the file was removed while it was read"]
      // What is missing may be noticed first.
      case .shrinks: ["changed while it was read", "ends early", "lost data"]
      default: ["the file changed while it was read"]
      }
    let failed = try String(contentsOf: tool.file("failed"), encoding: .utf8)
    #expect(failed.split(separator: "\n").count == 1 && failed.contains("rec/b.wav"))
    #expect(reasons.contains(where: failed.contains), "\(failed)")
    if hasFolder {
      let names = try FileManager.default.contentsOfDirectory(atPath: tool.file("out").path)
      #expect(
        names.sorted() == [
          ".soundanalysis", "a.wav.jsonl", "b.wav.partial.jsonl", "c.wav.jsonl",
        ])
    } else {
      let text = try String(contentsOf: tool.file("out"), encoding: .utf8)
      #expect(text.matches(of: #/"error": "rec\/b.wav: /#).count == 1)
      #expect(text.contains("rec/c.wav"))
    }
  }
}
