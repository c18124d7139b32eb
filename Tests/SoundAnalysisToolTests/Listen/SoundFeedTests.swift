import SoundAnalysis
import Synchronization
import Testing

@testable import SoundAnalysisTool

@Suite struct SoundFeedTests {
  private func buffer(_ count: Int, format: AVAudioFormat) throws -> AVAudioPCMBuffer {
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
    buffer.frameLength = AVAudioFrameCount(count)
    return buffer
  }

  @Test func limitCutsTheLastBufferAndLossIsCounted() throws {
    let format = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let ends = Mutex(0)
    let feed = SoundFeed(
      analyzer: SNAudioStreamAnalyzer(format: format), frameLimit: 1000
    ) { ends.withLock { $0 += 1 } }
    feed.take(
      try buffer(400, format: format), at: AVAudioTime(sampleTime: 0, atRate: 16_000))
    #expect(feed.frameCount == 400)
    feed.take(
      try buffer(400, format: format), at: AVAudioTime(sampleTime: 560, atRate: 16_000))
    #expect(feed.lostFrameCount == 160)
    #expect(feed.lostDuration == 0.01)
    let last = try buffer(400, format: format)
    feed.take(last, at: AVAudioTime(sampleTime: 960, atRate: 16_000))
    #expect(last.frameLength == 40)
    #expect(feed.frameCount == 1000)
    feed.take(
      try buffer(400, format: format), at: AVAudioTime(sampleTime: 1360, atRate: 16_000))
    #expect(feed.frameCount == 1000)
    #expect(ends.withLock { $0 } == 1)
  }
}
