import Foundation
import SoundEvents
import Synchronization
import TestSupport
import Testing

@testable import SoundServer

/// The server hears a recording as the command does.
@Suite struct AnalysisEngineTests {
  private let sound = Signals.noise(count: 48_000)
  private let silence = [Float](repeating: 0, count: 48_000)

  /// The scores of each window of a second, and what the hearing came to.
  private func hear(
    _ channels: [[Float]], sampleRate: Int = 16_000
  ) throws -> (scores: [[Float]], hearing: Hearing) {
    let folder = try TemporaryFolder()
    let file = try WaveFile(sampleRate: sampleRate, channels: channels).write(
      to: folder.url, name: "sound.wav")
    let scores = Mutex<[[Float]]>([])
    let hearing = try AnalysisEngine().classifier(nil).classify(
      file, windowDuration: 1, overlap: 0
    ) { window in
      scores.withLock { $0.append(window.scores) }
      return true
    }
    return (scores.withLock { $0 }, hearing)
  }

  @Test func theMeanOfAllChannelsIsHeard() throws {
    let mean = try hear([sound.map { $0 * 0.5 }])
    let right = try hear([silence, sound])
    #expect(right.scores == mean.scores && right.scores.count == 3)
    #expect(right.hearing.notes.isEmpty && right.hearing.unheard.isEmpty)
    #expect(right.hearing.channels != nil && mean.hearing.channels == nil)
  }

  @Test func aChannelIsHeardAloneWhereTheMeanLosesTheSound() throws {
    let (scores, hearing) = try hear([sound, sound.map { -$0 }])
    #expect(scores.last == (try hear([sound])).scores.last)
    #expect(
      hearing.notes == [
        "channel 1 heard alone for 3.00 s, the first at 0.00 s, "
          + "where the mean of the channels loses the sound"
      ])
  }

  @Test func aLowBandwidthIsTold() throws {
    let hearing = try hear([sound], sampleRate: 8000).hearing
    #expect(
      hearing.unheard == [
        UnheardSpan(startFrame: 0, endFrame: 48_000, reason: "low bandwidth", heardUpTo: 4000)
      ])
    #expect(hearing.notes == ["no sound above 4000 Hz"])
  }

  @Test func resultsTellOfChannelsAndOfWhatWentUnheard() throws {
    let server = try LiveServer(engine: AnalysisEngine())
    let body = WaveFile(sampleRate: 8000, channels: [sound, sound.map { -$0 }]).data
    func result(_ format: String) throws -> Client.Answer {
      try server.ask(
        "POST", "/api/v1/classify?threshold=1e-30&label=speech&format=\(format)", body: body)
    }
    let recordings = try result("json").json()["recordings"] as? [[String: Any]]
    let recording = try #require(recordings?.first)
    #expect(recording["channel"] as? String == "mix")
    let event = try #require((recording["events"] as? [[String: Any]])?.first)
    #expect(event["channel"] as? String == "1")
    let unheard = try #require((recording["unheard"] as? [[String: Any]])?.first)
    #expect(unheard["reason"] as? String == "low bandwidth" && unheard["end"] as? Double == 6)
    let rows = try result("tsv").text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.dropFirst().map { $0[2] } == ["unheard", "event"])
  }
}
