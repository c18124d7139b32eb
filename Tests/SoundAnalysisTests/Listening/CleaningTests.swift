import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// Filters and loudness before the classifier.
@Suite struct CleaningTests {
  private let folder: TemporaryFolder
  private let noise = Signals.noise(count: 48_000)

  init() throws { folder = try TemporaryFolder() }

  private func hear(
    _ samples: [Float], name: String = "sound.wav", _ change: (inout Cleaning) -> Void
  ) throws -> Hearing {
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url, name: name)
    return try Hearing(url) { change(&$0.cleaning) }
  }

  private func difference(_ first: Hearing, _ second: Hearing) -> Float {
    zip(first.scores, second.scores).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 0
  }

  @Test func loudnessIsMadeTheSame() throws {
    let loud = try hear(noise) { $0.normalizes = true }
    let faint = try hear(noise.map { $0 * 0.03 }) { $0.normalizes = true }
    #expect(loud.results.count == 3 && difference(loud, faint) < 0.01)
    let untouched = try hear(noise.map { $0 * 0.03 }) { _ in }
    #expect(difference(loud, untouched) > 0.05)
  }

  @Test(arguments: [[Float](repeating: 0, count: 48_000), [Float](repeating: 0.1, count: 4000)])
  func whatHasNoLoudnessStaysAsItIs(_ samples: [Float]) throws {
    let plain = try hear(samples) { _ in }
    #expect(try hear(samples) { $0.normalizes = true }.scores == plain.scores)
  }

  @Test func faintNoiseIsNotMadeLoud() throws {
    // Dither at -90 dBFS lies below the standard's gate.
    let dither = noise.map { $0 * 1.2e-4 }
    let plain = try hear(dither) { _ in }
    #expect(try hear(dither) { $0.normalizes = true }.scores == plain.scores)
  }

  @Test func theHighPassTakesAHumAway() throws {
    let hum = Signals.sine(frequency: 30, amplitude: 0.7, sampleRate: 16_000, count: 48_000)
    let humming = zip(noise, hum).map { $0 + $1 }
    let clean = try hear(noise) { $0.highpass = 300 }
    let cleaned = try hear(humming) { $0.highpass = 300 }
    #expect(
      difference(clean, cleaned) < difference(try hear(noise) { _ in }, try hear(humming) { _ in }))
    // The first window holds the filter's own beginning.
    #expect(zip(clean.scores[2], cleaned.scores[2]).allSatisfy { abs($0 - $1) < 0.02 })
  }

  @Test func filteringHereIsFilteringBefore() throws {
    _ = try WaveFile(sampleRate: 16_000, mono: noise).write(to: folder.url, name: "raw.wav")
    try runFFmpeg(
      ["-i", "raw.wav", "-af", "highpass=f=500,lowpass=f=2000", "-c:a", "pcm_f32le", "done.wav"],
      in: folder)
    let before = try Hearing(folder.file("done.wav")) { _ in }
    let here = try Hearing(folder.file("raw.wav")) {
      $0.cleaning.filter = "highpass=f=500,lowpass=f=2000"
    }
    #expect(here.windows == before.windows)
    #expect(difference(here, before) < 1e-3)
  }

  @Test func timesStayTheFiles() throws {
    // A delay of 85 ms would move a third of a window's sound into the next one.
    for graph in ["superequalizer", "afftdn", "anull", "highpass=f=20,afftdn"] {
      let hearing = try hear(noise) { $0.filter = graph }
      #expect(hearing.windows == ["0.000-1.000", "1.000-2.000", "2.000-3.000"])
    }
  }

  @Test func aGraphThatFailsNamesTheFile() throws {
    let hearing = try hear(noise) { $0.filter = "nosuch" }
    #expect(hearing.results.isEmpty && hearing.errors.count == 1)
    #expect(
      hearing.errors.first?.localizedDescription.hasSuffix(
        "sound.wav: cannot be filtered (the filter graph 'nosuch': there is no filter 'nosuch')")
        == true)
  }

  @Test func aHighPassAboveAllSoundIsRefused() throws {
    #expect {
      _ = try hear(noise) { $0.highpass = 9000 }
    } throws: {
      $0.localizedDescription.contains("found 16000 Hz, expected more than twice")
    }
  }

  @Test func filtersBeginAnewAfterALongHole() throws {
    try runFFmpeg(
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=80:a=0.5", "-af",
        "aselect='not(between(t,2.5,77.4))'", "-c:a", "pcm_s16le", "hole.mkv",
      ], in: folder)
    let plain = try Hearing(folder.file("hole.mkv")) { $0.tail = .align }
    let filtered = try Hearing(folder.file("hole.mkv")) {
      $0.tail = .align
      $0.cleaning.filter = "afftdn"
    }
    #expect(filtered.windows == plain.windows && plain.windows.count == 6)
  }
}
