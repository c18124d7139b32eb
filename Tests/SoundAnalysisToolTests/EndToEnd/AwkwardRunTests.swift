import Foundation
import TestSupport
import Testing

/// Long, stalling and repeated runs.
@Suite struct AwkwardRunTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// Runs the command and returns its peak of memory in megabytes.
  private func peak(_ arguments: String) throws -> Int {
    try tool.write(
      Data(
        """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
        sys.exit(status)
        """.utf8), to: "peak.py")
    let outcome = try tool.shell("/usr/bin/python3 peak.py \"$TOOL\" \(arguments)")
    return try #require(Int(outcome.text.dropLast()), "\(outcome.messages)")
  }

  @Test(
    .enabled(if: hasPython, "no python3"),
    .disabled(if: Sanitizer.isActive, "a sanitizer keeps what was freed"))
  func memoryDoesNotGrowWithTheRecording() throws {
    // Long enough that windows are scored together in it as well.
    try tool.writeSilence(minutes: 6, to: "short.wav")
    // Its samples alone would take 77 MB, 54 more.
    try tool.writeSilence(minutes: 20, to: "long.wav")
    let options = "classify -w 15 --overlap 0 -f json -o out"
    let (short, long) = (try peak("\(options) short.wav"), try peak("\(options) long.wav"))
    #expect(long - short < 10, "\(short) MB, \(long) MB")
    #expect(long < 150)
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func tenThousandBrokenFilesAreCountedNotTold() throws {
    try FileManager.default.createDirectory(
      at: tool.file("many"), withIntermediateDirectories: false)
    for number in 0..<10_000 { try tool.write(Data("RIFF".utf8), to: "many/\(number).wav") }
    let peak = try peak("classify many --failures list 2> errors")
    if !Sanitizer.isActive { #expect(peak < 150, "\(peak) MB") }
    let messages = try String(contentsOf: tool.file("errors"), encoding: .utf8)
      .split(separator: "\n")
    #expect(messages.filter { $0.contains("not an audio file") }.count == 100)
    #expect(messages.contains { $0.contains("more than 100 failures; the rest is only counted") })
    #expect(messages.last?.contains("0 classified, 10000 failed") == true)
    let list = try String(contentsOf: tool.file("list"), encoding: .utf8).split(separator: "\n")
    #expect(Set(list).count == 10_000 && list.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func aStreamThatStallsGoesOn() throws {
    let noise = try tool.writeNoise(seconds: 6)
    let size = try Data(contentsOf: noise).count
    let whole = try tool.shell("cat noise.wav | $TOOL classify -w 1 -f csv -")
    let stalled = try tool.shell(
      "{ head -c \(size / 2); sleep 2; cat; } < noise.wav | $TOOL classify -w 1 -f csv -")
    #expect(whole.status == 0 && stalled.status == 0 && stalled.messages.isEmpty)
    #expect(stalled.output == whole.output)
  }

  @Test func oneFileHasOneAnswer() throws {
    // With a hole, so that what is noticed is told in the same places, too.
    var samples = Signals.noise(count: 16_000 * 12)
    for index in 60_000..<60_100 { samples[index] = .nan }
    try tool.write(WaveFile(sampleRate: 16_000, mono: samples).data, to: "a.wav")
    for options in [["-n", "303"], ["--events"]] {
      var outputs: Set<Data> = []
      for jobs in ["1", "2", "4", "1"] {
        let outcome = try tool.run(
          ["classify", "-f", "csv", "-j", jobs, "a.wav", "a.wav", "a.wav"] + options)
        let lines = outcome.text.split(separator: "\n").dropFirst()
        #expect(outcome.status == 0 && !lines.isEmpty && lines.count % 3 == 0)
        for part in 0..<3 {
          let rows = lines.dropFirst(part * lines.count / 3).prefix(lines.count / 3)
          outputs.insert(Data(rows.joined(separator: "\n").utf8))
        }
      }
      #expect(outputs.count == 1)
    }
  }

  @Test(arguments: ["white", "pink", "brown"])
  func plainNoiseIsNotEverything(colour: String) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") else { return }
    let made = try tool.shell(
      "ffmpeg -v error -f lavfi -i anoisesrc=c=\(colour):r=16000:d=20:a=0.3:seed=7 noise.wav")
    try #require(made.status == 0, "\(made.messages)")
    let outcome = try tool.run(["classify", "-f", "tsv", "-c", "0.35", "noise.wav"])
    let rows = outcome.text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    // What may be said of noise is said by few labels, none of them a voice or an animal.
    let counts = Dictionary(grouping: rows) { $0[1] }.mapValues(\.count)
    #expect(counts.values.allSatisfy { $0 <= 3 }, "\(outcome.text)")
    #expect(rows.allSatisfy { !["speech", "dog_bark", "siren", "applause"].contains($0[3]) })
  }
}
