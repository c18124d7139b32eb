import Foundation
import TestSupport
import Testing

/// What is wrong with the place of one recording's results is a failure of that recording alone.
@Suite struct OneFileOnlyTests {
  private let tool: Tool
  private let longName = String(repeating: "l", count: 249) + ".wav"
  private let nearlyLongName = String(repeating: "n", count: 244) + ".wav"

  init() throws {
    tool = try Tool()
    for place in ["rec/sub", "rec/closed", "out/a.wav.json", "out/closed"] {
      try FileManager.default.createDirectory(
        at: tool.file(place), withIntermediateDirectories: true)
    }
    for name in ["a.wav", "b.wav", "sub/c.wav", "closed/d.wav", longName] {
      try tool.writeNoise(seconds: 1, to: "rec/\(name)")
    }
    // A file where the results of rec/sub want a folder.
    try tool.write(Data(), to: "out/sub")
    // Partial results of a file that ends early have a longer name than whole ones.
    let whole = try Data(contentsOf: tool.writeNoise(seconds: 2, to: "whole.wav"))
    try tool.write(whole.prefix(44 + 64_000), to: "rec/\(nearlyLongName)")
  }

  /// The failures by file.
  private func failures() throws -> [String: (error: String, heard: Double?)] {
    let lines = try String(contentsOf: tool.file("failed"), encoding: .utf8).split(separator: "\n")
    var found: [String: (String, Double?)] = [:]
    for line in lines {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      found[record?["file"] as? String ?? ""] = (
        record?["error"] as? String ?? "", record?["heard"] as? Double
      )
    }
    return found
  }

  @Test func theOthersAreDone() throws {
    _ = unsafe chmod(tool.file("out/closed").path, 0o555)
    defer { _ = unsafe chmod(tool.file("out/closed").path, 0o755) }
    // Root may write everywhere, unless it gives that power up.
    let humbly = geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : ""
    let outcome = try tool.shell(
      "\(humbly)\"$TOOL\" classify -w 0.5 -f json rec -o out --failures failed -j 2")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("soundanalysis: 1 classified, 5 failed"))
    let failures = try failures()
    #expect(failures.count == 5)
    #expect(
      failures["rec/a.wav"]?.error
        == "rec/a.wav: its results would be out/a.wav.json, where a folder is")
    #expect(
      failures["rec/sub/c.wav"]?.error
        == "rec/sub/c.wav: its results would be out/sub/c.wav.json, but a file is where a folder "
        + "has to be")
    #expect(
      failures["rec/closed/d.wav"]?.error
        == "rec/closed/d.wav: cannot create out/closed/d.wav.json: Permission denied")
    #expect(failures["rec/closed/d.wav"]?.heard == 1)
    #expect(
      failures["rec/\(longName)"]?.error
        == "rec/\(longName): its results would have a name of 258 bytes, expected at most 255")
    let cut = try #require(failures["rec/\(nearlyLongName)"])
    #expect(cut.error.contains(": ends early") && cut.heard == 1, "\(cut)")
    #expect(cut.error.hasSuffix("File name too long"), "\(cut.error)")
    #expect(FileManager.default.fileExists(atPath: tool.file("out/b.wav.json").path))
    // A later run finds the ledger in order.
    let again = try tool.run([
      "classify", "-w", "0.5", "-f", "json", "rec", "-o", "out", "--resume",
    ])
    #expect(again.messages.contains("1 kept from before"), "\(again.messages)")
  }

  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the thread sanitizer maps a file"))
  func resultsThatAreTooLongAreThatFilesAlone() throws {
    try tool.writeNoise(seconds: 4, to: "whole.wav")
    // Blocks of 512 bytes.
    let outcome = try tool.shell(
      "ulimit -f 8; $TOOL classify -w 0.5 --overlap 0.9 -n 5 -f json whole.wav rec/b.wav -o new/ -j 1"
    )
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.hasPrefix(
        "soundanalysis: whole.wav: cannot write new/whole.wav.json: File too large\n"
          + "soundanalysis: 1 classified, 1 failed; "), "\(outcome.messages)")
  }
}
