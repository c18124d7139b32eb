import Foundation
import TestSupport
import Testing

/// Runs that lack something: threads, or a disk that takes their results.
@Suite struct LackTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for name in ["a.wav", "b.wav"] { try tool.writeNoise(seconds: 1, to: name) }
  }

  /// What runs a line of shell as a user of whom there is no other process.
  private static let alone: String = {
    let user = 1_000_000 + getpid()
    return "setpriv --reuid=\(user) --regid=\(user) --clear-groups bash -c"
  }()

  /// Whether there can be such a user, and it may run the command.
  private static var canBeAlone: Bool {
    (try? Tool().shell("\(alone) '$TOOL --version'"))?.status == 0
  }

  @Test(.enabled(if: canBeAlone, "only root can become a user without other processes"))
  func fewerThreadsThanJobsDoAll() throws {
    _ = unsafe chmod(tool.folder.url.path, 0o755)
    let usual = try tool.run(["classify", "-w", "0.5", "-f", "csv"] + files(40))
    let outcome = try tool.shell(
      """
      \(Self.alone) \
        'ulimit -u 12; $TOOL classify -w 0.5 -f csv -j 200 \(files(40).joined(separator: " "))'
      """)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output == usual.output)
  }

  @Test(.enabled(if: canBeAlone, "only root can become a user without other processes"))
  func withoutAnyThreadTheRunEnds() throws {
    _ = unsafe chmod(tool.folder.url.path, 0o755)
    let outcome = try tool.shell(
      "\(Self.alone) 'ulimit -u 1; exec $TOOL classify -w 0.5 -f csv -j 2 a.wav b.wav'")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.messages
        == "soundanalysis: cannot start a thread to work on: Resource temporarily unavailable\n")
  }

  private func files(_ count: Int) -> [String] {
    (0..<count).map { $0 % 2 == 0 ? "a.wav" : "b.wav" }
  }

  @Test(.enabled(if: Sanitizer.allowsFileLimits, "the thread sanitizer maps a file"))
  func whatFailedIsListedThoughTheOutputTakesNoMore() throws {
    // Blocks of 512 bytes.
    let outcome = try tool.shell(
      """
      ulimit -f 8; $TOOL classify -w 0.5 --overlap 0.99 -n 20 -f csv -j 1 --failures f \
        -o out missing.wav a.wav b.wav
      """)
    #expect(outcome.status == 1)
    #expect(outcome.messageLines.first == "soundanalysis: missing.wav: no such file")
    #expect(outcome.messages.contains("classified, 1 failed, "), "\(outcome.messages)")
    #expect(outcome.messages.contains(" not finished; "), "\(outcome.messages)")
    #expect(outcome.messageLines.last == "soundanalysis: cannot write out: File too large")
    let failures = try String(contentsOf: tool.file("f"), encoding: .utf8)
    #expect(failures.split(separator: "\n").count == 1 && failures.contains("missing.wav: no such"))
    #expect(try !tool.names().contains("out"))
  }

  @Test func theListOfAnEarlierRunStaysWhereNothingIsKnown() throws {
    try tool.write(Data("of yesterday\n".utf8), to: "f")
    let outcome = try tool.shell("$TOOL classify -f csv --failures f a.wav b.wav > /dev/full")
    #expect(
      outcome.messageLines == [
        "soundanalysis: 0 classified, 2 not finished",
        "soundanalysis: cannot write standard output: No space left on device",
      ], "\(outcome.messages)")
    #expect(try Data(contentsOf: tool.file("f")) == Data("of yesterday\n".utf8))
  }

  @Test func aPipeThatIsClosedLosesNoFailures() throws {
    let outcome = try tool.shell(
      """
      $TOOL classify -w 0.5 --overlap 0.99 -f csv -j 1 --failures f missing.wav a.wav b.wav |
        head -n 2 > /dev/null
      cat f
      """)
    #expect(outcome.text.contains("missing.wav: no such file"), "\(outcome.messages)")
    #expect(outcome.messages == "soundanalysis: missing.wav: no such file\n")
  }

  @Test func aListThatTakesNothingIsOneLine() throws {
    let outcome = try tool.shell(
      "\"$TOOL\" classify -w 0.5 -f csv -j 1 --failures /dev/full missing.wav a.wav")
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.hasSuffix("soundanalysis: cannot write /dev/full: No space left on device\n")
        && outcome.messages.matches(of: #/No space/#).count == 1, "\(outcome.messages)")
  }
}
