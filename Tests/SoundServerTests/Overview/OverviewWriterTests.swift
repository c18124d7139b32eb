import Foundation
import TestSupport
import Testing

@testable import SoundServer

@Suite struct OverviewWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes samples in pieces of changing length.
  private func write(_ samples: [Float], _ format: OverviewFormat, from position: Int = 0) throws {
    let writer = try OverviewWriter(format, folder: folder.url)
    var start = 0
    var length = 1
    while start < samples.count {
      let end = min(start + length, samples.count)
      try writer.append(Array(samples[start..<end]), at: Int64(position + start))
      start = end
      length = length % 977 + 13
    }
    try writer.finish()
  }

  private func peaks(level: Int) throws -> [(low: Int, high: Int)] {
    let data = try Data(contentsOf: folder.file("peaks-\(level)"))
    func value(_ offset: Int) -> Int {
      Int(Int16(bitPattern: UInt16(data[offset]) | UInt16(data[offset + 1]) << 8))
    }
    return stride(from: 0, to: data.count, by: 4).map { (value($0), value($0 + 2)) }
  }

  private func bands(level: Int) throws -> [[Int]] {
    let data = try Data(contentsOf: folder.file("spectrogram-\(level)"))
    return stride(from: 0, to: data.count, by: 64).map { data[$0..<$0 + 64].map(Int.init) }
  }

  @Test(arguments: [0, 1, 2, 3]) func peaksAreLowestAndHighestSamples(level: Int) throws {
    let samples = Signals.noise(count: 50_001)
    let format = OverviewFormat(sampleRate: 16_000)
    try write(samples, format)
    // A slow twin that looks at each column by itself.
    let length = format.framesPerColumn * Int(pow(4.0, Double(level)))
    let expected = stride(from: 0, to: samples.count, by: length).map { start in
      let column = samples[start..<min(start + length, samples.count)]
      return [column.min() ?? 0, column.max() ?? 0].map { Int(($0 * 32_767).rounded()) }
    }
    #expect(try peaks(level: level).map { [$0.low, $0.high] } == expected)
  }

  @Test(arguments: [
    (8_000.0, 500.0), (16_000, 1000), (44_100, 3000), (48_000, 440), (192_000, 9000),
  ])
  func aToneIsBrightInItsBand(sampleRate: Double, frequency: Double) throws {
    let format = OverviewFormat(sampleRate: sampleRate)
    try write(
      Signals.sine(
        frequency: frequency, amplitude: 1, sampleRate: sampleRate, count: Int(sampleRate)),
      format)
    let columns = try bands(level: 1)
    let middle = columns[columns.count / 2]
    let brightest = try #require(middle.indices.max { middle[$0] < middle[$1] })
    // The band whose peak lies nearest on the mel scale.
    func mel(_ hertz: Double) -> Double { 2595 * log10(1 + hertz / 700) }
    let low = mel(format.lowestFrequency)
    let step = (mel(format.highestFrequency) - low) / 65
    let expected = (mel(frequency) - low) / step - 1
    #expect(abs(Double(brightest) - expected) <= 1)
    // A full-scale sine is 0 dB; its neighbours within the filter add at most some dB.
    #expect(middle[brightest] >= 245)
    let silence = middle[(brightest + 20) % 64]
    #expect(silence < 150)
  }

  @Test func silenceIsDark() throws {
    try write(Array(repeating: 0, count: 16_000), OverviewFormat(sampleRate: 16_000))
    #expect(try bands(level: 1).joined().allSatisfy { $0 == 0 })
    #expect(try peaks(level: 0).allSatisfy { $0.low == 0 && $0.high == 0 })
  }

  @Test func aHoleIsSilenceOfItsLength() throws {
    let format = OverviewFormat(sampleRate: 16_000)
    try write(Array(repeating: 0.5, count: 800), format, from: 16_000)
    let columns = try peaks(level: 0)
    #expect(columns.count == 210)
    #expect(columns[..<200].allSatisfy { $0.high == 0 })
    #expect(columns[200...].allSatisfy { $0.low == 16_384 && $0.high == 16_384 })
  }

  @Test func loudSamplesAreClamped() throws {
    try write([7, -7, 1e30, -1e30], OverviewFormat(sampleRate: 200))
    #expect(
      try peaks(level: 0).map { [$0.low, $0.high] } == [
        [32_767, 32_767], [-32_767, -32_767], [32_767, 32_767], [-32_767, -32_767],
      ])
  }

  @Test func everyLevelCoversTheWholeRecording() throws {
    let format = OverviewFormat(sampleRate: 16_000)
    let count = 16_000 * 20
    try write(Signals.noise(count: count), format)
    for level in OverviewKind.peaks.levels {
      let length = format.framesPerColumn * Int(pow(4.0, Double(level)))
      #expect(try peaks(level: level).count == (count + length - 1) / length)
    }
    for level in OverviewKind.spectrogram.levels {
      let length = format.framesPerColumn * Int(pow(4.0, Double(level)))
      #expect(try bands(level: level).count == (count + length - 1) / length)
    }
  }

  @Test func tilesAreStretchesOfALevel() throws {
    try write(Signals.noise(count: 80 * 1000), OverviewFormat(sampleRate: 16_000))
    let all = try Data(contentsOf: folder.file("peaks-0"))
    func tile(_ number: Int) throws -> Data? {
      try TileReader.read(.peaks, level: 0, tile: number, folder: folder.url)
    }
    #expect(try tile(0) == Data(all.prefix(2048)))
    #expect(try tile(1) == Data(all.dropFirst(2048)))
    #expect(try tile(2) == nil)
  }
}
