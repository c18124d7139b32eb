import Testing

@testable import NeuralNet

struct MergedWeightsTests {
  @Test func whatLayersCanDoWithoutIsMadeUpToALimit() throws {
    let cache = MergedWeights()
    let (source, other) = (Weights([1]), Weights([2]))
    func make(_ source: Weights, _ count: Int) -> Weights? {
      cache.optionalWeights("scaled", count: count, from: [source]) { Weights([3]) }
    }
    let first = try #require(make(source, 1 << 28))
    #expect(make(other, 1) == nil)
    #expect(make(source, 1 << 28) === first)
  }
}
