import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// Hearing from one time to another: the times stay the recording's.
@Suite struct ExcerptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let samples = Signals.noise(count: 16_000 * 6)
    _ = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    _ = try WaveFile(sampleRate: 16_000, mono: Array(samples[32_000..<73_600])).write(
      to: folder.url, name: "excerpt.wav")
  }

  @Test(arguments: ["sound.wav", "sound.flac", "sound.mkv", "sound.m4a"])
  func anExcerptIsHeardAsAFileOfItsOwn(_ name: String) throws {
    if name != "sound.wav" {
      let codec =
        name.hasSuffix("mkv")
        ? ["-c:a", "pcm_f32le"] : name.hasSuffix("m4a") ? ["-c:a", "alac"] : []
      try runFFmpeg(["-i", "sound.wav"] + codec + [name], in: folder)
    }
    let oracle = try Hearing(folder.file("excerpt.wav")) { $0.tail = .align }
    let hearing = try Hearing(folder.file(name)) {
      $0.tail = .align
      $0.start = 2
      $0.end = 4.6
    }
    #expect(hearing.windows == ["2.000-3.000", "3.000-4.000", "3.600-4.600 aligned"])
    #expect(oracle.windows.count == 3)
    for (found, expected) in zip(hearing.scores, oracle.scores) {
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-3 })
    }
  }

  @Test func anEndAfterTheEndIsTheEnd() throws {
    let hearing = try Hearing(folder.file("sound.wav")) {
      $0.start = 4
      $0.end = 1e300
    }
    #expect(hearing.windows == ["4.000-5.000", "5.000-6.000"])
  }

  @Test(arguments: [6, 100, 1e12])
  func aStartAfterTheEndIsAnError(_ start: Double) throws {
    let hearing = try Hearing(folder.file("sound.wav")) { $0.start = start }
    #expect(hearing.results.isEmpty)
    #expect(hearing.errors.count == 1)
    #expect(
      hearing.errors.first?.localizedDescription.contains(
        "sound.wav: ends before the part to hear: expected sound after ") == true)
  }

  @Test func holesOutsideAreNotTold() throws {
    try runFFmpeg(
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=10:a=0.5", "-af",
        "aselect='not(between(t,3,5))'", "-c:a", "pcm_s16le", "hole.mkv",
      ], in: folder)
    for (start, end, expected) in [(0.0, 2.0, 0), (6.0, 9.0, 0), (2.0, 7.0, 1), (4.0, 7.0, 1)] {
      let hearing = try Hearing(folder.file("hole.mkv")) {
        $0.start = start
        $0.end = end
      }
      let holes = hearing.seconds(.hole)
      #expect(holes.count == expected, "\(start)...\(end): \(hearing.unheard)")
      #expect(holes.allSatisfy { $0.lowerBound >= start - 1e-9 && $0.upperBound <= end + 1e-9 })
    }
  }
}
