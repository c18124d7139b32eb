import SoundAnalysis
import TestSupport
import Testing

@Suite struct AllocationTests {
  @Test(
    .enabled(if: AllocationCounter.isActive, "a sanitizer owns the allocator"),
    arguments: [480, 4_800])
  func buffersBetweenResultsAllocateNothing(frameCount: Int) throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
    buffer.frameLength = AVAudioFrameCount(frameCount)
    let recorder = Recorder()
    let analyzer = SNAudioStreamAnalyzer(format: format)
    try analyzer.add(
      SNClassifySoundRequest(classifierIdentifier: .version1), withObserver: recorder)
    var position: Int64 = 0
    func feed() {
      analyzer.analyze(buffer, atAudioFramePosition: position)
      position += Int64(frameCount)
    }
    // Ten windows warm up; then only the buffers that complete a window may allocate.
    while recorder.results.count < 10 { feed() }
    var allocatingBuffers = 0
    var bufferCount = 0
    while recorder.results.count < 14 {
      let before = recorder.results.count
      let count = AllocationCounter.count { feed() }
      bufferCount += 1
      if recorder.results.count == before, count > 0 { allocatingBuffers += 1 }
    }
    #expect(bufferCount == 4 * 72_000 / frameCount)
    #expect(allocatingBuffers == 0)
  }
}
