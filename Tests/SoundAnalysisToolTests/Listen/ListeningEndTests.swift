import Foundation
import Testing

@testable import SoundAnalysisTool

@Suite struct ListeningEndTests {
  @Test func firstReasonCounts() {
    let listeningEnd = ListeningEnd(signals: [])
    #expect(listeningEnd.wait(seconds: 0.01) == nil)
    listeningEnd.end(.finished)
    listeningEnd.end(.failed)
    #expect(listeningEnd.wait(seconds: 10) == .finished)
  }

  @Test func signalEndsTheWaiting() {
    let listeningEnd = ListeningEnd(signals: [SIGUSR2])
    kill(getpid(), SIGUSR2)
    #expect(listeningEnd.wait(seconds: 60) == .signal)
  }
}
