import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// Recordings with holes in their time: what comes after a hole keeps its time.
@Suite struct HoleTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func ffmpeg(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func analyze(_ name: String) throws -> (recorder: Recorder, defects: AudioDefects) {
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTime(value: 1, timescale: 1)
    request.overlapFactor = 0
    let recorder = Recorder()
    let analyzer = try SNAudioFileAnalyzer(url: folder.file(name))
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    return (recorder, analyzer.defects)
  }

  @Test func aShortHoleIsSilenceOfItsLength() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:d=10:a=0.5", "-af",
      "aselect='not(between(t,3,6))'", "-c:a", "pcm_s16le", "hole.mkv",
    ])
    let (recorder, defects) = try analyze("hole.mkv")
    #expect(recorder.results.count == 10)
    let top = recorder.results.map { $0.classifications[0].identifier }
    #expect(top[4] == "silence")
    #expect(top[1] != "silence" && top[8] != "silence")
    let holes = try #require(defects.tallies[.hole])
    #expect(holes.count == 1)
    #expect(abs(Double(holes.frameCount) / 48_000 - 3) < 0.1)
    #expect(abs(Double(holes.firstFrame) / 48_000 - 3) < 0.1)
    #expect(recorder.completions == 1)
  }

  @Test func afterALongHoleWindowsStartAnew() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:d=250:a=0.5", "-af",
      "aselect='not(between(t,3,243))'", "-c:a", "pcm_s16le", "hole.mkv",
    ])
    let (recorder, defects) = try analyze("hole.mkv")
    let starts = recorder.results.map { $0.timeRange.start.seconds }
    #expect(starts.prefix(3) == [0, 1, 2])
    #expect(starts.dropFirst(3).allSatisfy { $0 > 242 })
    #expect((5...7).contains(starts.count - 3))
    #expect(defects.tallies[.hole]?.count == 1)
    #expect(recorder.completions == 1)
  }
}
