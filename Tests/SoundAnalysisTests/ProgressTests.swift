import Foundation
import SoundAnalysis
import TestSupport
import Testing

@Suite struct ProgressTests {
  @Test func durationIsTheFilesOwn() throws {
    let folder = try TemporaryFolder()
    let samples = Signals.noise(count: 33_333)
    let url = try WaveFile(sampleRate: 22_050, mono: samples).write(to: folder.url)
    let analyzer = try SNAudioFileAnalyzer(url: url)
    #expect(analyzer.duration == CMTime(value: 33_333, timescale: 22_050))
    #expect(analyzer.duration.timescale == 22_050)
  }

  @Test func progressGoesFromNothingToTheWhole() throws {
    let folder = try TemporaryFolder()
    let samples = Signals.noise(count: 16_000 * 20)
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let progress = analyzer.progress
    #expect(progress.totalUnitCount == 320_000)
    #expect(progress.completedUnitCount == 0)
    #expect(progress.fractionCompleted == 0)
    #expect(!progress.isIndeterminate)
    let recorder = Recorder()
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    #expect(progress.completedUnitCount == 320_000)
    #expect(progress.fractionCompleted == 1)
  }

  @Test func cancellingItCancelsTheAnalysis() async throws {
    let folder = try TemporaryFolder()
    let samples = Signals.noise(count: 16_000 * 40)
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let analyzer = try SNAudioFileAnalyzer(url: url)
    let progress = analyzer.progress
    let recorder = Recorder()
    recorder.onResult { _ in analyzer.progress.cancel() }
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    try analyzer.add(request, withObserver: recorder)
    #expect(await !analyzer.analyze())
    #expect(progress.fractionCompleted < 1)
  }
}
