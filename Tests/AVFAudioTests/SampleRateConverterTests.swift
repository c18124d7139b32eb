import AVFAudio
import Foundation
import TestSupport
import Testing

/// The converter against sines, the ffmpeg command, and its own laws.
struct SampleRateConverterTests {
  static let rates: [Double] = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000]

  private func convert(
    _ input: [Float], from inputRate: Double, to outputRate: Double, pieces: [Int] = []
  ) throws -> [Float] {
    let converter = try SampleRateConverter(
      inputSampleRate: inputRate, outputSampleRate: outputRate)
    var output: [Float] = []
    var start = 0
    for length in pieces {
      let end = min(input.count, start + length)
      converter.convert(input.span.extracting(start..<end), into: &output)
      start = end
    }
    converter.convert(input.span.extracting(start..<input.count), into: &output)
    converter.finish(into: &output)
    return output
  }

  private func sine(_ frequency: Double, at rate: Double, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / rate)) }
  }

  @Test(arguments: rates)
  func sineKeepsFrequencyPhaseAndLevel(_ rate: Double) throws {
    let count = Int(rate / 2) + 123
    let output = try convert(sine(997, at: rate, count: count), from: rate, to: 16_000)
    let expected = sine(997, at: 16_000, count: output.count)

    #expect(output.count == Int((Double(count) * 16_000 / rate).rounded()))
    let worst = (400..<output.count - 400).map { abs(output[$0] - expected[$0]) }.max() ?? 1
    #expect(worst < 1e-3)
  }

  @Test(arguments: [32_000, 44_100, 48_000, 96_000] as [Double])
  func toneAboveTheOutputBandIsRemoved(_ rate: Double) throws {
    let output = try convert(sine(10_500, at: rate, count: Int(rate / 2)), from: rate, to: 16_000)
    let loudest = output[400..<output.count - 400].map(abs).max() ?? 1
    #expect(loudest < 0.5 * 1e-3)
  }

  @Test(arguments: rates, [16_000, 48_000] as [Double])
  func cutsNeverChangeABit(_ inputRate: Double, _ outputRate: Double) throws {
    var random = SeededGenerator(seed: UInt64(inputRate))
    let input = (0..<8000).map { _ in Float.random(in: -1...1, using: &random) }
    let whole = try convert(input, from: inputRate, to: outputRate)
    for most in [1, 7, 100, 9000] {
      let pieces = (0..<2000).map { _ in Int.random(in: 0...most, using: &random) }
      let cut = try convert(input, from: inputRate, to: outputRate, pieces: pieces)
      #expect(Samples.firstDifference(cut, whole) == nil)
    }
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000] as [Int])
  func outputEqualsThatOfTheCommand(_ rate: Int) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 11)
    let input = (0..<30_000).map { _ in Float.random(in: -1...1, using: &random) }
    _ = try folder.write(WaveBytes.file(input, sampleRate: UInt32(rate)), to: "in.wav")
    let command = try FFmpegCommand.decode("in.wav", in: folder, options: ["-ar", "16000"])

    let output = try convert(input, from: Double(rate), to: 16_000)

    #expect(abs(output.count - command.count) <= 1)
    let common = min(output.count, command.count)
    let difference = Samples.firstDifference(
      Array(output.prefix(common)), Array(command.prefix(common)))
    #expect(difference == nil)
  }

  @Test func equalRatesPassThroughExactly() throws {
    let input = sine(440, at: 16_000, count: 1000)
    #expect(try convert(input, from: 16_000, to: 16_000) == input)
  }

  @Test(arguments: [0, 1, 2, 10, 33], rates)
  func shortInputGivesTheRoundedLength(_ count: Int, _ rate: Double) throws {
    let output = try convert([Float](repeating: 0.5, count: count), from: rate, to: 16_000)
    #expect(output.count == Int((Double(count) * 16_000 / rate).rounded()))
    #expect(output.allSatisfy { $0.isFinite })
  }

  @Test func finishedConverterStartsAnew() throws {
    let converter = try SampleRateConverter(inputSampleRate: 44_100, outputSampleRate: 16_000)
    let input = sine(300, at: 44_100, count: 5000)
    var first: [Float] = []
    converter.convert(input.span, into: &first)
    converter.finish(into: &first)
    var second: [Float] = []
    converter.convert(input.span, into: &second)
    converter.finish(into: &second)
    #expect(first == second)
  }

  @Test func brokenRateIsConverted() throws {
    let output = try convert(sine(500, at: 11_025.5, count: 22_051), from: 11_025.5, to: 16_000)
    let expected = sine(500, at: 16_000, count: 32_000)
    #expect(output.count == 32_000)
    #expect((400..<31_600).allSatisfy { abs(output[$0] - expected[$0]) < 2e-3 })
  }

  @Test(arguments: [0, -1, 50, 1e9, .nan, .infinity] as [Double])
  func impossibleRateIsRefused(_ rate: Double) {
    #expect(throws: SampleRateError.self) {
      _ = try SampleRateConverter(inputSampleRate: rate, outputSampleRate: 16_000)
    }
  }

  @Test(.enabled(if: AllocationCounter.isActive, "allocations cannot be counted here"))
  func convertingAllocatesNothingAfterWarmUp() throws {
    let converter = try SampleRateConverter(inputSampleRate: 44_100, outputSampleRate: 16_000)
    let input = sine(300, at: 44_100, count: 1152)
    var output: [Float] = []
    output.reserveCapacity(1 << 20)
    for _ in 0..<20 { converter.convert(input.span, into: &output) }
    let count = AllocationCounter.count {
      for _ in 0..<100 { converter.convert(input.span, into: &output) }
    }
    #expect(count == 0)
  }
}
