import Foundation
import SoundEvents
import TestSupport
import Testing

@testable import SoundServer

@Suite struct WaveStreamTests {
  private let folder: TemporaryFolder
  private let samples = Signals.noise(count: 70_001)
  private let job: Job

  init() throws {
    folder = try TemporaryFolder()
    _ = try WaveFile(sampleRate: 22_050, mono: samples).write(to: folder.url, name: "recording")
    job = try Job(
      id: "x", folder: folder.url, name: "x", byteCount: 0,
      info: try WaveReader(folder.file("recording")).info,
      classifier: WaveClassifier(delay: 0, labels: WaveClassifier.builtIn), model: nil,
      windowDuration: 1, overlap: 0)
  }

  private func read(_ layout: WaveLayout, _ range: Range<Int64>) throws -> Data {
    let stream = WaveStream(
      layout, range: range, reader: try WaveReader(folder.file("recording")), job: job)
    var data = Data()
    while case .bytes(let piece) = try stream.next() { data += piece }
    return data
  }

  @Test func isAWaveFileOfTheSamples() throws {
    let layout = WaveLayout(frameCount: 70_001, sampleRate: 22_050)
    let data = try read(layout, 0..<layout.byteCount)
    #expect(data.count == 44 + 140_002)
    func number(_ offset: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
    }
    #expect(String(decoding: data[0..<4], as: UTF8.self) == "RIFF")
    #expect(number(4, 4) == data.count - 8)
    #expect(String(decoding: data[8..<16], as: UTF8.self) == "WAVEfmt ")
    let format = [(20, 2), (22, 2), (24, 4), (28, 4), (32, 2), (34, 2)].map { number($0.0, $0.1) }
    #expect(format == [1, 1, 22_050, 44_100, 2, 16])
    #expect(String(decoding: data[36..<40], as: UTF8.self) == "data")
    #expect(number(40, 4) == 140_002)
    for index in [0, 1, 999, 1000, 32_767, 32_768, 70_000] {
      let value = Int16(bitPattern: UInt16(number(44 + 2 * index, 2)))
      #expect(Int(value) == Int((samples[index] * 32_767).rounded()))
    }
  }

  @Test(arguments: [
    0..<1, 3..<44, 40..<47, 44..<46, 45..<46, 101..<70_003, 65_580..<65_591, 140_045..<140_046,
  ])
  func anyRangeIsThatStretchOfTheWhole(range: Range<Int64>) throws {
    let layout = WaveLayout(frameCount: 70_001, sampleRate: 22_050)
    let whole = try read(layout, 0..<layout.byteCount)
    let part = whole[Int(range.lowerBound)..<Int(range.upperBound)]
    #expect(try read(layout, range) == Data(part))
  }

  @Test func silenceStandsForFramesThatDoNotCome() throws {
    let layout = WaveLayout(frameCount: 80_000, sampleRate: 22_050)
    let data = try read(layout, 0..<layout.byteCount)
    #expect(data.count == 44 + 160_000)
    #expect(data.suffix(19_998).allSatisfy { $0 == 0 })
  }

  @Test func highRatesAndEndlessRecordingsAreThinnedOut() {
    #expect(WaveLayout(frameCount: 1000, sampleRate: 48_000).framesPerSample == 1)
    #expect(WaveLayout(frameCount: 1001, sampleRate: 96_000).framesPerSample == 2)
    #expect(WaveLayout(frameCount: 1001, sampleRate: 96_000).sampleCount == 501)
    let long = WaveLayout(frameCount: 48_000 * 3600 * 24, sampleRate: 48_000)
    #expect(long.byteCount <= 0xFFFF_FFFF)
    #expect(long.sampleRate == 24_000)
  }
}
