import AVFAudio
import Testing

/// Moments by the host's clock and by samples.
struct AVAudioTimeTests {
  @Test func validityFollowsTheInitialiser() {
    let host = AVAudioTime(hostTime: 5)
    #expect(host.isHostTimeValid && !host.isSampleTimeValid)
    let sample = AVAudioTime(sampleTime: -7, atRate: 48_000)
    #expect(!sample.isHostTimeValid && sample.isSampleTimeValid)
    #expect(sample.sampleTime == -7)
    let both = AVAudioTime(hostTime: 1, sampleTime: 2, atRate: 3)
    #expect(both.isHostTimeValid && both.isSampleTimeValid && both.sampleRate == 3)
  }

  @Test func hostTimeIsSecondsAndBack() {
    #expect(AVAudioTime.hostTime(forSeconds: 1.5) == 1_500_000_000)
    #expect(AVAudioTime.seconds(forHostTime: 250_000_000) == 0.25)
    #expect(AVAudioTime.hostTime(forSeconds: -1) == 0)
    #expect(AVAudioTime.hostTime(forSeconds: .nan) == 0)
  }

  @Test func anchorGivesTheMissingHalf() throws {
    let anchor = AVAudioTime(hostTime: 10_000_000_000, sampleTime: 48_000, atRate: 48_000)
    let later = try #require(
      AVAudioTime(sampleTime: 72_000, atRate: 48_000).extrapolateTime(fromAnchor: anchor))
    #expect(later.hostTime == 10_500_000_000)
    let sooner = try #require(
      AVAudioTime(hostTime: 9_500_000_000).extrapolateTime(fromAnchor: anchor))
    #expect(sooner.sampleTime == 24_000)
    #expect(AVAudioTime(hostTime: 1).extrapolateTime(fromAnchor: AVAudioTime(hostTime: 2)) == nil)
  }
}
