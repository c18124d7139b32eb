import Testing

@testable import SoundAnalysis

/// What is computed several samples at a time equals what a plain loop gives.
struct BlockLevelsTests {
  @Test(arguments: [0, 5, 8, 29])
  func samplesAtFullScaleAreCounted(_ count: Int) {
    let all: [Float] = [0.99, -0.99, 0.98, 1, -1, 1.005, -1.2, .infinity, .nan, 0]
    let samples = (0..<count).map { all[$0 % all.count] }
    for limit: Float in [1.01, .infinity] {
      let expected = samples.count { abs($0) >= 0.99 && abs($0) <= limit }
      #expect(BlockLevels.clippedCount(in: samples.span, upTo: limit) == expected)
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 250])
  func energyIsTheSumOfTheSquares(_ count: Int) {
    let samples = (0..<count).map { Float($0 % 13) - 6 }
    let expected = samples.reduce(0) { $0 + $1 * $1 }
    #expect(BlockLevels.energy(of: samples.span) == expected)
  }

  @Test func channelsAddUpToTheirMeanAndLeaveTheRestAlone() {
    let channels = (0..<3).map { channel in (0..<37).map { Float(channel * 100 + $0) } }
    var mean = [Float](repeating: 7, count: 40)
    for (number, samples) in channels.enumerated() {
      BlockLevels.add(samples.span, to: &mean, isFirst: number == 0)
    }
    BlockLevels.scale(&mean, count: 37, by: 0.5)
    let expected: [Float] = (0..<37).map { 0.5 * Float(300 + 3 * $0) } + [7, 7, 7]
    #expect(mean == expected)
  }
}
