import AVFAudio
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SoundAnalysis

@Suite struct DecodeAheadTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = try WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 100_000)).write(
      to: folder.url)
  }

  private func blocks(
    start: (String, @escaping @Sendable () -> Void) -> Bool
  ) throws -> [DecodeAhead.Block] {
    let ahead = try DecodeAhead(AudioDecoder(.file(path: url.path)), start: start)
    var blocks: [DecodeAhead.Block] = []
    while let block = try ahead.next(finished: DecodeAhead.Block()) { blocks.append(block) }
    #expect(try ahead.next(finished: DecodeAhead.Block()) == nil, "the end stays the end")
    return blocks
  }

  @Test func withoutAThreadItHearsTheSame() throws {
    let usual = try blocks(start: WorkThread.start)
    let alone = try blocks { _, _ in false }
    #expect(alone.count > 3 && alone.map(\.position) == usual.map(\.position))
    #expect(alone.map(\.samples) == usual.map(\.samples))
    #expect(alone.flatMap(\.samples).count == 100_000)
  }

  @Test func withoutAThreadItCanBeStoppedAndFails() throws {
    let stopped = try DecodeAhead(AudioDecoder(.file(path: url.path))) { _, _ in false }
    #expect(try stopped.next(finished: DecodeAhead.Block()) != nil)
    stopped.stop()
    #expect(try stopped.next(finished: DecodeAhead.Block()) == nil)

    let data = try Data(contentsOf: url)
    try data.prefix(data.count / 2).write(to: url)
    let error = #expect(throws: DecodeError.self) { _ = try blocks { _, _ in false } }
    #expect(error?.reason == .endsEarly)
  }

  @Test func aThreadDoesTheWorkOrSaysNo() {
    let name = Mutex("")
    let isDone = DispatchSemaphore(value: 0)
    let isStarted = WorkThread.start("a-name") {
      name.withLock { $0 = Thread.current.name ?? "" }
      isDone.signal()
    }
    #expect(isStarted && isDone.wait(timeout: .now() + 60) == .success)
    #expect(name.withLock { $0 } == "a-name")
  }
}
