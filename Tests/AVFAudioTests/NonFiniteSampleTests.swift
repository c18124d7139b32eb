import AVFAudio
import Testing

/// Samples that are no numbers do not get through.
struct NonFiniteSampleTests {
  @Test func nonFiniteSamplesBecomeZeroAndAreCounted() throws {
    let folder = try TemporaryFolder()
    var samples = (0..<16_000).map { Float($0 % 100) / 200 }
    samples[8000] = .nan
    samples[8001] = .infinity
    samples[8002] = -.infinity
    samples[9000] = 1e30
    let path = try folder.write(WaveBytes.file(samples), to: "nan.wav")
    let decoder = try AudioDecoder(.file(path: path))

    let decoded = DecodedAudio(readingOn: decoder)

    var expected = samples
    for index in 8000...8002 { expected[index] = 0 }
    #expect(Samples.firstDifference(decoded.channels[0], expected) == nil)
    #expect(decoder.nonFiniteSampleCount == 3)
    #expect(decoder.firstNonFiniteFrame == 8000)
  }

  @Test func eachSampleIsCountedOnceHoweverOftenItIsAskedFor() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WaveBytes.file([Float](repeating: .nan, count: 100)), to: "n.wav")
    let decoder = try AudioDecoder(.file(path: path))
    #expect(try decoder.readBlock())

    for _ in 0..<3 {
      let first = decoder.withChannel(0) { $0[0] }
      #expect(first == 0)
    }

    #expect(decoder.nonFiniteSampleCount == decoder.blockFrameCount)
  }
}
