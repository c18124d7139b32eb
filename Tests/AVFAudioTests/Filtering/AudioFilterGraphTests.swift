import AVFAudio
import Foundation
import TestSupport
import Testing

/// Filter graphs keep the time of the sound, whatever their own delay.
@Suite struct AudioFilterGraphTests {
  private static let rate = 48_000.0

  /// Runs samples through a graph in pieces of a length.
  private func filtered(
    _ text: String, _ samples: [Float], pieceLength: Int = 1000
  ) throws -> [Float] {
    let graph = try AudioFilterGraph(text, sampleRate: Self.rate)
    var output: [Float] = []
    for start in stride(from: 0, to: samples.count, by: pieceLength) {
      let piece = samples.span.extracting(start..<min(start + pieceLength, samples.count))
      try graph.process(piece, into: &output)
    }
    try graph.finish(into: &output)
    return output
  }

  /// A rising and falling tone of 1 kHz around one second, in three seconds of faint noise.
  private static let burst: [Float] = {
    var random = SeededGenerator(seed: 3)
    return (0..<144_000).map { index in
      let time = (Double(index) - 48_000) / rate
      let tone = 0.5 * exp(-time * time * 20_000) * sin(2 * Double.pi * 1000 * time)
      return Float(tone) + Float.random(in: -0.001...0.001, using: &random)
    }
  }()

  /// By how many frames a sound comes after the burst: where their product is greatest.
  ///
  /// A filter that changes the level within the burst would be a period off; none is tried.
  private func lag(of samples: [Float]) -> Int {
    let place = 47_000..<49_000
    func likeness(_ lag: Int) -> Float {
      place.reduce(0) { $0 + Self.burst[$1] * samples[$1 + lag] }
    }
    return (-240...240).max { likeness($0) < likeness($1) } ?? .max
  }

  @Test(arguments: [
    "anull", "highpass=f=120", "afftdn", "anlmdn", "superequalizer", "firequalizer",
    "adeclick", "volume=0.5", "alimiter", "highpass=f=100,afftdn",
  ])
  func aSoundStaysWhereItIs(_ text: String) throws {
    let output = try filtered(text, Self.burst)
    #expect(output.count == Self.burst.count)
    #expect(abs(lag(of: output)) <= 24, "half a millisecond at most")
  }

  @Test func whatAFilterAddsChangesNoLength() throws {
    for text in ["apad", "aecho", "adelay=200", "afade=out:st=1:d=1"] {
      #expect(throws: Never.self) {
        let output = try filtered(text, Self.burst)
        #expect(output.count == Self.burst.count, "\(text)")
      }
    }
  }

  @Test func theCutOfThePiecesChangesNothing() throws {
    let whole = try filtered("highpass=f=300,afftdn", Self.burst, pieceLength: .max / 2)
    for length in [1, 777, 4096, 50_000] where length > 1 {
      let pieces = try filtered("highpass=f=300,afftdn", Self.burst, pieceLength: length)
      #expect(Samples.firstDifference(pieces, whole) == nil, "\(length)")
    }
  }

  @Test func theFilterIsTheCommandsOwn() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(WaveBytes.file(Self.burst, sampleRate: 48_000), to: "burst.wav")
    let oracle = try FFmpegCommand.decode(
      "burst.wav", in: folder, options: ["-af", "highpass=f=300"])
    let output = try filtered("highpass=f=300", Self.burst)
    #expect(zip(output, oracle).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test(arguments: [
    ("nosuch", "there is no filter 'nosuch'"),
    ("highpass=nosuch=1", "there is no option 'nosuch' of that filter"),
    ("", "it is empty"), ("  ", "it is empty"),
    ("atempo=2", "it gives less sound than it takes, so that times would not be the file's"),
    ("atrim=end=1", "it gives less sound than it takes, so that times would not be the file's"),
    ("atempo=0.5", "it gives more sound than it takes, so that times would not be the file's"),
    ("aloop=-1:1000", "it gives more sound than it takes, so that times would not be the file's"),
  ])
  func whatCannotBeIsSaid(text: String, fault: String) throws {
    let error = #expect(throws: FilterGraphError.self) {
      _ = try AudioFilterGraph(text, sampleRate: Self.rate)
    }
    #expect(error?.fault == fault)
    #expect(error?.graph == text)
  }

  @Test(arguments: [
    "highpass=f=", "[a]anull", "anull[a]", "scale=10:10", "amovie=/nowhere.wav", "highpass;;",
    "asplit", "amix", "anull,", "[in]anull[out];anull", "highpass=f='", "\u{1B}[2J",
    "volume=volume=nan*", "arnndn", "\0", "anullsrc",
  ])
  func nonsenseIsRefusedOnOneLine(_ text: String) {
    let error = #expect(throws: FilterGraphError.self) {
      _ = try AudioFilterGraph(text, sampleRate: Self.rate)
    }
    #expect(error?.description.contains(where: \.isNewline) == false)
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test(arguments: [8000.0, 11_025, 44_100, 96_000, 192_000])
  func everyUsualRateWillDo(_ rate: Double) throws {
    let graph = try AudioFilterGraph("highpass=f=120,afftdn", sampleRate: rate)
    var output: [Float] = []
    let input = [Float](repeating: 0.1, count: 5000)
    try graph.process(input.span, into: &output)
    try graph.finish(into: &output)
    #expect(output.count == 5000 && output.allSatisfy(\.isFinite))
  }
}
