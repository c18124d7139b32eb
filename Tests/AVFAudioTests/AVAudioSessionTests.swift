import Foundation
import Testing

@testable import AVFAudio

@Suite struct AVAudioSessionTests {
  @Test func everythingIsAllowed() async throws {
    let session = AVAudioSession.sharedInstance()
    #expect(session.recordPermission == .granted)
    var answer = false
    session.requestRecordPermission { answer = $0 }
    #expect(answer)
    #expect(AVAudioApplication.shared.recordPermission == .granted)
    #expect(await AVAudioApplication.requestRecordPermission())
  }

  @Test func settingsAreKept() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord, mode: .measurement, options: [.mixWithOthers])
    #expect(session.category == .playAndRecord)
    #expect(session.mode == .measurement)
    #expect(session.categoryOptions == .mixWithOthers)
    try session.setCategory(.record)
    #expect(session.category == .record)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    #expect(session.sampleRate > 0)
  }

  @Test func autoreleasepoolHandsOnValuesAndErrors() {
    #expect(autoreleasepool { 3 } == 3)
    #expect(throws: CaptureError.self) {
      try autoreleasepool { () throws(CaptureError) in
        throw CaptureError(.busy, device: "x")
      }
    }
  }
}
