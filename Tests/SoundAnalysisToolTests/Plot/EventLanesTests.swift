import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct EventLanesTests {
  private func event(_ label: String, _ start: Int64, _ end: Int64, peak: Float = 0.5) -> SoundEvent
  {
    SoundEvent(
      id: 0, label: label, startFrame: start, endFrame: end, peak: peak, peakFrame: start,
      peakLabel: label, mean: peak, windowCount: 1, firstWindow: 0, lastWindow: 0)
  }

  @Test func theLabelsHeardMostAreShownInTheOrderOfTheirBeginnings() {
    var lanes = EventLanes()
    #expect(lanes.isEmpty)
    lanes.add(event("short", 0, 10), sampleRate: 100)
    lanes.add(event("late", 500, 900), sampleRate: 100)
    lanes.add(event("early", 100, 300), sampleRate: 100)
    lanes.add(event("faint", 100, 400, peak: 0.1), sampleRate: 100)
    let (chosen, others) = lanes.strongest(2)
    #expect(chosen.map(\.label) == ["early", "late"])
    #expect(others == ["faint", "short"])
    #expect(chosen[0].stretches == [EventLane.Stretch(start: 1, end: 3, peak: 0.5)])
  }

  @Test func memoryIsBoundedHoweverManyEventsCome() throws {
    var lanes = EventLanes()
    for place in 0..<100_000 {
      let start = Int64(place) * 200
      lanes.add(
        event("a", start, start + 50, peak: place == 77_777 ? 0.9 : 0.4), sampleRate: 100)
    }
    let lane = try #require(lanes.strongest(1).lanes.first)
    #expect(lane.eventCount == 100_000)
    #expect(lane.stretches.count <= EventLanes.limit)
    #expect(lane.stretches.map(\.eventCount).reduce(0, +) == 100_000)
    #expect(lane.stretches.first?.start == 0)
    #expect(lane.stretches.last?.end == 199_998.5)
    #expect(lane.stretches.filter { $0.peak == 0.9 }.count == 1)
    #expect(zip(lane.stretches, lane.stretches.dropFirst()).allSatisfy { $0.end < $1.start })
  }
}
