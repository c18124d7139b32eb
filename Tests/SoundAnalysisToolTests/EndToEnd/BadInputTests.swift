import Foundation
import TestSupport
import Testing

/// Each bad input is one clear line, and the good file beside it is still done.
@Suite struct BadInputTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 3, to: "good.wav")
  }

  /// Analyses `name` between two runs over a good file.
  ///
  /// - Returns: the labels of `name`'s windows, and the line about it.
  private func failure(of name: String) throws -> (windowCount: Int, message: String) {
    let outcome = try tool.run(["classify", "-f", "json", "good.wav", name, "./good.wav"])
    #expect(outcome.status == 1)
    #expect(outcome.messageLines.count == 1, "\(outcome.messages)")
    let message = outcome.messageLines.first ?? ""
    #expect(message.hasPrefix("soundanalysis: ") && message.contains(name), "\(message)")
    let files = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    #expect(files.compactMap { $0["file"] as? String } == ["good.wav", name, "./good.wav"])
    let counts = files.compactMap { ($0["windows"] as? [Any])?.count }
    #expect(counts.first == 1 && counts.last == 1)
    #expect(files[0]["error"] == nil && files[2]["error"] == nil)
    #expect((files[1]["error"] as? String).map { message.hasSuffix($0) } == true)
    return (counts[1], message)
  }

  /// A WAV file with some header fields of its own; 16-bit samples, all zero.
  private func wave(
    channels: UInt16 = 1, sampleRate: UInt32 = 16_000, declaredSize: UInt32? = nil, size: Int
  ) -> Data {
    var data = Data()
    func append<Value: FixedWidthInteger>(_ value: Value) {
      for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
        data.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    data.append(contentsOf: "RIFF".utf8)
    append(UInt32(36) &+ (declaredSize ?? UInt32(size)))
    data.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(1))
    append(channels)
    append(sampleRate)
    append(sampleRate &* UInt32(channels) &* 2)
    append(channels &* 2)
    append(UInt16(16))
    data.append(contentsOf: "data".utf8)
    append(declaredSize ?? UInt32(size))
    return data + Data(count: size)
  }

  @Test func aMissingFile() throws {
    #expect(try failure(of: "missing.wav").message.contains("no such file"))
  }

  @Test func anEmptyFolder() throws {
    try FileManager.default.createDirectory(
      at: tool.file("folder.wav"), withIntermediateDirectories: false)
    let outcome = try tool.run(["classify", "-f", "json", "good.wav", "folder.wav"])
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("folder.wav: the folder holds no files\n"))
    #expect(outcome.text.contains("good.wav") && !outcome.text.contains("folder.wav"))
  }

  @Test func anEmptyFile() throws {
    try tool.write(Data(), to: "empty.wav")
    #expect(try failure(of: "empty.wav").message.contains("empty"))
  }

  @Test func textThatIsCalledWave() throws {
    try tool.write(Data(String(repeating: "just text\n", count: 100).utf8), to: "text.wav")
    #expect(try failure(of: "text.wav").windowCount == 0)
  }

  @Test(arguments: [(UInt16(0), UInt32(16_000)), (1, 0)])
  func aFormatThatCannotBe(channels: UInt16, sampleRate: UInt32) throws {
    try tool.write(wave(channels: channels, sampleRate: sampleRate, size: 192_000), to: "odd.wav")
    #expect(try failure(of: "odd.wav").windowCount == 0)
  }

  @Test func aHeaderThatPromisesMore() throws {
    try tool.write(wave(declaredSize: 1_000_000, size: 160_000), to: "more.wav")
    let (windowCount, message) = try failure(of: "more.wav")
    #expect(windowCount == 3, "the windows before the end are told, and the one at it")
    #expect(message.contains("ends early"))
  }

  @Test func aHeaderThatPromisesLessEndsThere() throws {
    try tool.write(wave(declaredSize: 144_000, size: 1_000_000), to: "less.wav")
    let outcome = try tool.run(["classify", "less.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").count == 2)
    #expect(
      outcome.messages
        == "soundanalysis: less.wav: 26.75 s after the end that the header declares, not heard\n")
  }

  @Test func aFileShorterThanAWindowIsNoFailure() throws {
    try tool.writeNoise(seconds: 2.9, to: "short.wav")
    let outcome = try tool.run(["classify", "--tail", "drop", "short.wav", "good.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("good.wav\n"))
    #expect(
      outcome.messages
        == "soundanalysis: short.wav: no results, for it is shorter than one window of 3 s; "
        + "a smaller --window may fit, and --tail align hears what there is\n")
  }

  @Test func samplesThatAreNoNumbersAreSilence() throws {
    var samples = Signals.noise(count: 48_000)
    for index in stride(from: 0, to: samples.count, by: 100) {
      samples[index] = [Float.nan, .infinity, -.infinity][index / 100 % 3]
    }
    try tool.write(WaveFile(sampleRate: 16_000, mono: samples).data, to: "nan.wav")
    let outcome = try tool.run(["classify", "-n", "303", "-f", "json", "nan.wav"])
    #expect(outcome.status == 0)
    #expect(
      outcome.messages
        == "soundanalysis: nan.wav: 480 non-finite samples, the first at 0.00 s, "
        + "heard as silence\n")
    #expect(!outcome.text.contains("e\": null") && !outcome.text.contains("nan,"))
    #expect(try JSONSerialization.jsonObject(with: outcome.output) is [Any])
  }

  @Test func anUnreadableFile() throws {
    try tool.writeNoise(seconds: 3, to: "secret.wav")
    _ = unsafe chmod(tool.file("secret.wav").path, 0)
    // Root may read everything, unless it gives that power up.
    let humbly =
      geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : ""
    let outcome = try tool.shell("\(humbly)\"$TOOL\" classify secret.wav good.wav")
    #expect(outcome.status == 1)
    #expect(
      outcome.messages == "soundanalysis: secret.wav: cannot be read: found Permission denied\n")
    #expect(outcome.text.contains("good.wav"))
  }

  @Test(.enabled(if: hasFFmpeg, "no ffmpeg"))
  func aTruncatedRecordingTellsWhatItHasThenFails() throws {
    let made = try tool.shell("ffmpeg -v error -f lavfi -i anoisesrc=d=20 -b:a 64k whole.mp3")
    try #require(made.status == 0, "\(made.messages)")
    let data = try Data(contentsOf: tool.file("whole.mp3"))
    try tool.write(data.prefix(data.count / 2), to: "cut.mp3")
    let outcome = try tool.run(["classify", "cut.mp3"])
    // An mp3 says in its first frame how long it is.
    #expect(outcome.status == 1 && outcome.messageLines.count == 1)
    #expect(outcome.messages.contains("cut.mp3"))
    #expect((4...7).contains(outcome.text.split(separator: "\n").count))
  }

  @Test(.enabled(if: hasFFmpeg, "no ffmpeg"))
  func aVideoWithoutSound() throws {
    let made = try tool.shell("ffmpeg -v error -f lavfi -i testsrc=d=1:s=64x64 silent.mkv")
    try #require(made.status == 0, "\(made.messages)")
    #expect(try failure(of: "silent.mkv").message.contains("no audio track"))
  }

  private static var hasFFmpeg: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
  }
}
