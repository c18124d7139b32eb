import Foundation
import SoundAnalysis
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct BatchProgressTests {
  private let folder: TemporaryFolder
  private let request: SNClassifySoundRequest

  init() throws {
    folder = try TemporaryFolder()
    request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    let sound = Signals.noise(count: 20 * 16_000)
    try WaveFile(sampleRate: 16_000, channels: [sound, sound]).data.write(to: folder.file("a.wav"))
  }

  private func analyzer(_ change: (inout Listening) -> Void = { _ in }) throws
    -> SNAudioFileAnalyzer
  {
    var listening = Listening()
    change(&listening)
    return try SNAudioFileAnalyzer(
      source: .file(path: folder.file("a.wav").path), listening: listening)
  }

  /// Hears a recording, and says where the progress was at each window.
  private func hear(
    _ analyzer: SNAudioFileAnalyzer, _ progress: BatchProgress
  ) throws -> [BatchProgress.Snapshot] {
    var snapshots: [BatchProgress.Snapshot] = []
    let observer = ResultObserver(write: { _ in snapshots.append(progress.snapshot) }, cancel: {})
    try analyzer.add(request, withObserver: observer)
    analyzer.analyze()
    return snapshots
  }

  @Test func recordingsInHandCountAsFarAsTheyAreHeard() throws {
    let progress = BatchProgress()
    let analyzer = try analyzer()
    #expect(progress.begin(0, analyzer, byteCount: 1_000_000))
    #expect(progress.snapshot == BatchProgress.Snapshot())
    let snapshots = try hear(analyzer, progress)
    #expect(snapshots.count > 5)
    for snapshot in snapshots {
      #expect(snapshot.fileCount == 0 && snapshot.byteCount == snapshot.heardByteCount)
      #expect(abs(Double(snapshot.byteCount) - snapshot.heardSeconds / 20 * 1_000_000) <= 1)
    }
    #expect(snapshots.map(\.byteCount) == snapshots.map(\.byteCount).sorted())
    #expect(try #require(snapshots.first).byteCount < 500_000)
    #expect(try #require(snapshots.first).slowestSeconds > 0)
    progress.end(0, byteCount: 1_000_000, seconds: 3)
    #expect(
      progress.snapshot
        == BatchProgress.Snapshot(
          fileCount: 1, byteCount: 1_000_000, heardByteCount: 1_000_000, heardSeconds: 20))
  }

  @Test func aPartCountsFromItsBeginningToItsEnd() throws {
    let progress = BatchProgress()
    let analyzer = try analyzer {
      $0.start = 8
      $0.end = 18
    }
    #expect(progress.begin(0, analyzer, byteCount: 1000))
    #expect(progress.snapshot.byteCount == 0)
    for snapshot in try hear(analyzer, progress) {
      #expect(abs(Double(snapshot.byteCount) - snapshot.heardSeconds / 10 * 1000) <= 1)
    }
    #expect(progress.snapshot.byteCount == 1000 && progress.snapshot.heardSeconds == 10)
  }

  @Test func channelsHeardForThemselvesShareTheRecording() throws {
    let progress = BatchProgress()
    var byteCounts: [Int64] = []
    for channel in 0..<2 {
      let analyzer = try analyzer { $0.channel = .number(channel) }
      #expect(progress.begin(0, analyzer, byteCount: 1000, hearingCount: 2))
      byteCounts.append(progress.snapshot.byteCount)
      _ = try hear(analyzer, progress)
    }
    #expect(byteCounts == [0, 500])
    progress.end(0, byteCount: 1000)
    #expect(progress.snapshot.heardByteCount == 1000 && progress.snapshot.heardSeconds == 20)
  }

  @Test func whatWasNotHeardIsDoneButTellsNoSpeed() throws {
    let progress = BatchProgress(jobs: 4)
    progress.end(0, byteCount: 600, seconds: 8)
    // One that was opened and found kept.
    #expect(progress.begin(1, try analyzer(), byteCount: 400))
    progress.end(1, byteCount: 400, seconds: 4)
    #expect(
      progress.snapshot
        == BatchProgress.Snapshot(fileCount: 2, byteCount: 1000, otherSeconds: 3))
  }
}
