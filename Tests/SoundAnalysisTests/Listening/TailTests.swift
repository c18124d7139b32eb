import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// What becomes of the sound after the last whole window.
@Suite struct TailTests {
  private let folder: TemporaryFolder
  private let noise = Signals.noise(count: 16_000 * 5)

  init() throws { folder = try TemporaryFolder() }

  private func file(_ frames: Range<Int>, name: String = "sound.wav") throws -> URL {
    try WaveFile(sampleRate: 16_000, mono: Array(noise[frames])).write(
      to: folder.url, name: name)
  }

  private func hear(
    _ frames: Range<Int>, _ tail: TailHandling, window: Double = 1, overlap: Double = 0
  ) throws -> Hearing {
    try Hearing(file(frames), window: window, overlap: overlap) { $0.tail = tail }
  }

  @Test func theLastWindowIsMovedBackToTheEnd() throws {
    let hearing = try hear(0..<41_600, .align)
    #expect(hearing.windows == ["0.000-1.000", "1.000-2.000", "1.600-2.600 aligned"])
    // A file that begins where that window does is heard the same.
    let excerpt = try Hearing(file(25_600..<41_600, name: "excerpt.wav")) { _ in }
    #expect(hearing.scores[2] == excerpt.scores[0])
  }

  @Test func theLastWindowIsFilledUp() throws {
    let hearing = try hear(0..<41_600, .pad)
    #expect(hearing.windows == ["0.000-1.000", "1.000-2.000", "2.000-2.600 padded"])
    #expect(hearing.results[2].isPadded && !hearing.results[1].isPadded)
    let filled = noise[32_000..<41_600] + [Float](repeating: 0, count: 16_000)
    let url = try WaveFile(sampleRate: 16_000, mono: Array(filled)).write(
      to: folder.url, name: "filled.wav")
    let oracle = try Hearing(url) { _ in }
    #expect(zip(hearing.scores[2], oracle.scores[0]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func theEndIsDropped() throws {
    #expect(try hear(0..<41_600, .drop).windows == ["0.000-1.000", "1.000-2.000"])
    #expect(try hear(0..<15_000, .drop).windows == [])
  }

  @Test(arguments: TailHandling.allCases)
  func whatFitsIsHeardOnce(_ tail: TailHandling) throws {
    #expect(try hear(0..<32_000, tail).windows == ["0.000-1.000", "1.000-2.000"])
    #expect(
      try hear(0..<32_000, tail, overlap: 0.5).windows
        == ["0.000-1.000", "0.500-1.500", "1.000-2.000"])
  }

  @Test func everySampleIsHeardWhateverTheOverlap() throws {
    for overlap in [0, 0.3, 0.5, 0.75, 0.9] {
      let hearing = try hear(0..<40_001, .align, overlap: overlap)
      let last = try #require(hearing.results.last)
      #expect(last.timeRange.end.value == 40_001 && last.timeRange.duration.value == 16_000)
      #expect(last.fit == .aligned)
      #expect(hearing.results.dropLast().allSatisfy { $0.fit == .whole })
    }
  }

  @Test func aShortFileHasAWindowOfItsOwnLength() throws {
    let hearing = try hear(0..<11_200, .align)
    #expect(hearing.windows == ["0.000-0.700 short"])
    let request = try Hearing(file(0..<11_200), window: 0.7) { _ in }
    #expect(request.windows == ["0.000-0.700"])
    #expect(hearing.scores == request.scores)
  }

  @Test(arguments: [(400, true), (800, true), (4800, true), (7999, true), (399, false), (1, false)])
  func belowTheModelsShortestWindowItIsFilledUp(count: Int, isHeard: Bool) throws {
    let hearing = try hear(0..<count, .align)
    let end = String(format: "%.3f", Double(count) / 16_000)
    #expect(hearing.windows == (isHeard ? ["0.000-\(end) padded"] : []))
    #expect(hearing.errors.isEmpty)
    #expect(hearing.scores.allSatisfy { $0.allSatisfy { $0.isFinite } })
  }

  @Test(arguments: [8000, 11_025, 22_050, 44_100, 48_000, 96_000])
  func everyRateHasItsEndHeard(rate: Int) throws {
    let count = rate * 26 / 10
    let url = try WaveFile(sampleRate: rate, mono: Signals.noise(count: count)).write(
      to: folder.url, name: "rate.wav")
    let hearing = try Hearing(url, overlap: 0.5) { $0.tail = .align }
    #expect(hearing.results.last?.timeRange.end.value == Int64(count))
    #expect(hearing.results.count == 5)
    for seconds in [0.1, 0.6] {
      let short = try WaveFile(
        sampleRate: rate, mono: Signals.noise(count: Int(seconds * Double(rate)))
      ).write(to: folder.url, name: "short.wav")
      #expect(try Hearing(short) { $0.tail = .align }.results.count == 1)
    }
  }

  @Test func eachSideOfALongHoleHasItsEnd() throws {
    try runFFmpeg(
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=80:a=0.5", "-af",
        "aselect='not(between(t,2.5,77.4))'", "-c:a", "pcm_s16le", "hole.mkv",
      ], in: folder)
    let hearing = try Hearing(folder.file("hole.mkv")) { $0.tail = .align }
    let aligned = hearing.results.filter { $0.fit == .aligned }
    #expect(aligned.count == 2)
    #expect(abs((aligned.first?.timeRange.end.seconds ?? 0) - 2.5) < 0.1)
    #expect(abs((aligned.last?.timeRange.end.seconds ?? 0) - 80) < 0.1)
  }

  @Test func appleClassesHearWholeWindowsOnly() throws {
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: file(0..<70_000))
    try analyzer.add(
      SNClassifySoundRequest(classifierIdentifier: .version1), withObserver: recorder)
    analyzer.analyze()
    #expect(recorder.rows.map(\.start) == [0])
    #expect(recorder.rows.map(\.duration) == [48_000])
  }
}
