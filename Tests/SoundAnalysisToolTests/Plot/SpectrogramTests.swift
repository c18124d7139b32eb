import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct SpectrogramTests {
  private func draw(
    _ samples: [Float], rate: Double = 16_000, columns: Int = 50, rows: Int = 400, piece: Int = 999
  ) -> Spectrogram {
    let spectrogram = Spectrogram(
      sampleRate: rate, frameCount: Int64(samples.count), columnLimit: columns, rowCount: rows)
    var place = 0
    while place < samples.count {
      let end = min(place + piece, samples.count)
      spectrogram.append(Array(samples[place..<end]), at: Int64(place))
      place = end
    }
    spectrogram.finish()
    return spectrogram
  }

  private func column(_ spectrogram: Spectrogram, _ place: Int) -> ArraySlice<Float> {
    spectrogram.levels[place * spectrogram.rowCount..<(place + 1) * spectrogram.rowCount]
  }

  @Test(arguments: [(200.0, 1.0, 0.0), (1000, 1, 0), (1000, 0.1, -20), (6000, 0.5, -6.02)])
  func aSineIsABrightLineAtItsFrequencyAndLevel(
    frequency: Double, amplitude: Double, expected: Double
  ) throws {
    let samples = Signals.sine(
      frequency: frequency, amplitude: amplitude, sampleRate: 16_000, count: 32_000)
    let spectrogram = draw(samples)
    let scale = FrequencyScale(
      lowest: spectrogram.lowestFrequency, highest: spectrogram.highestFrequency)
    let right = Int(scale.place(of: frequency) * Double(spectrogram.rowCount))
    for place in 2..<spectrogram.columnCount - 2 {
      let levels = column(spectrogram, place)
      let peak = try #require(levels.max())
      let row = try #require(levels.firstIndex(of: peak)) - levels.startIndex
      #expect(abs(row - right) <= 3)
      // A row between two bins, or as wide as several, shows less than the line's own level.
      #expect(Double(peak) < expected + 0.1 && Double(peak) > expected - 4)
    }
  }

  @Test func aClickIsInItsColumn() throws {
    var samples = [Float](repeating: 0, count: 160_000)
    samples[100_000] = 1
    let spectrogram = draw(samples, columns: 100)
    let sums = (0..<spectrogram.columnCount).map { column(spectrogram, $0).reduce(0, +) }
    let loudest = try #require(sums.indices.max { sums[$0] < sums[$1] })
    #expect(loudest == 62)
    #expect(column(spectrogram, 40).allSatisfy { $0 == Spectrogram.silence })
  }

  @Test(arguments: [1, 7, 160, 4096, 100_000])
  func piecesOfAnyLengthGiveTheSamePicture(piece: Int) {
    let noise = Signals.noise(count: 20_000)
    #expect(draw(noise, piece: piece).levels == draw(noise).levels)
  }

  @Test func aHoleIsSilenceAndWhatComesTwiceIsHeardOnce() {
    let noise = Signals.noise(count: 16_000)
    let holed = Spectrogram(
      sampleRate: 16_000, frameCount: 48_000, columnLimit: 30, rowCount: 100)
    holed.append(noise, at: 0)
    holed.append(noise, at: 32_000)
    holed.append(noise, at: 32_000)
    holed.finish()
    let plain = draw(
      noise + [Float](repeating: 0, count: 16_000) + noise, columns: 30, rows: 100)
    #expect(holed.levels == plain.levels)
  }

  @Test(arguments: [1, 2, 63, 64, 65, 800])
  func aFewSamplesAreAPictureToo(count: Int) {
    for rate in [100.0, 8000, 192_000] {
      let spectrogram = draw(Signals.noise(count: count), rate: rate)
      #expect(spectrogram.columnCount >= 1 && spectrogram.columnCount <= max(count, 1))
      #expect(spectrogram.levels.allSatisfy { $0.isFinite })
    }
  }

  @Test func aFileThatGrowsMeanwhileIsDrawnUpToItsLength() {
    let noise = Signals.noise(count: 16_000)
    let grown = Spectrogram(sampleRate: 16_000, frameCount: 8000, columnLimit: 30, rowCount: 50)
    for place in 0..<16 {
      grown.append(Array(noise[place * 1000..<place * 1000 + 1000]), at: Int64(place) * 1000)
    }
    grown.finish()
    #expect(grown.levels.count == grown.columnCount * 50)
    #expect(grown.levels.allSatisfy { $0 > -90 })
  }

  @Test(arguments: [785, 786, 799, 800, 801, 1601, 23_999])
  func noColumnIsLeftEmpty(count: Int) {
    let spectrogram = draw(Signals.noise(count: count), rows: 20)
    for place in 0..<spectrogram.columnCount {
      #expect(column(spectrogram, place).allSatisfy { $0 > -90 }, "column \(place)")
    }
  }

  @Test func silenceAndExtremesStayFinite() {
    let silent = draw([Float](repeating: 0, count: 16_000))
    #expect(silent.levels.allSatisfy { $0 == Spectrogram.silence })
    #expect(LevelRange(silent.levels) == LevelRange(lowest: -100, highest: -20))
    #expect(draw([Float](repeating: 1e30, count: 16_000)).levels.allSatisfy { $0.isFinite })
  }
}
