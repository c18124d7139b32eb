import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// Stretches in which nothing can be heard, and none where all is well.
@Suite struct UnheardTests {
  private let folder: TemporaryFolder
  private let noise = Signals.noise(count: 64_000)

  init() throws { folder = try TemporaryFolder() }

  private func hear(
    _ channels: [[Float]], sampleRate: Int = 16_000, _ choice: ChannelChoice = .first
  ) throws -> Hearing {
    let url = try WaveFile(sampleRate: sampleRate, channels: channels).write(to: folder.url)
    return try Hearing(url) { $0.channel = choice }
  }

  private func expect(
    _ found: [ClosedRange<Double>], near expected: [ClosedRange<Double>], within tolerance: Double
  ) {
    #expect(found.count == expected.count, "\(found)")
    for (found, expected) in zip(found, expected) {
      #expect(abs(found.lowerBound - expected.lowerBound) <= tolerance, "\(found)")
      #expect(abs(found.upperBound - expected.upperBound) <= tolerance, "\(found)")
    }
  }

  @Test func aGoodRecordingHasNone() throws {
    let sine = Signals.sine(frequency: 440, amplitude: 0.9, sampleRate: 16_000, count: 64_000)
    let faint = noise.map { $0 * 1e-4 }
    let silence = [Float](repeating: 0, count: 64_000)
    for samples in [noise, sine, faint, silence, zip(noise, sine).map { ($0 + $1) / 2 }] {
      #expect(try hear([samples]).unheard == [])
    }
    #expect(try hear([noise, sine], .mix).unheard == [])
    #expect(try hear([silence, silence]).unheard == [])
    // Loud music touches full scale now and then.
    let loud = sine.map { min(1, max(-1, $0 * 1.3)) }
    #expect(try hear([loud]).unheard == [])
  }

  @Test func samplesThatAreNoNumbers() throws {
    var samples = noise
    for index in 16_000..<20_000 where index % 2 == 0 { samples[index] = .nan }
    samples[40_000] = .infinity
    let hearing = try hear([samples])
    let found = hearing.unheard.map(\.frames)
    #expect(found == [16_000..<19_999, 40_000..<40_001])
    #expect(hearing.unheard.allSatisfy { $0.reason == .nonFinite })
  }

  @Test func clippedSound() throws {
    var samples = noise
    for index in 16_000..<32_000 { samples[index] = noise[index] >= 0 ? 1 : -1 }
    expect(try hear([samples]).seconds(.clipped), near: [1...2], within: 0.3)
    // Numbers beyond full scale are no clipping.
    #expect(try hear([samples.map { $0 * 32_768 }]).seconds(.clipped).isEmpty)
  }

  @Test func aSilentChannelWhileAnotherSounds() throws {
    var dead = noise
    for index in 16_000..<48_000 { dead[index] = 0 }
    let found = try hear([dead, noise], .first)
    expect(found.seconds(.silentChannel), near: [1...3], within: 0.3)
    #expect(try hear([noise, dead], .first).unheard == [])
    expect(try hear([noise, dead], .number(1)).seconds(.silentChannel), near: [1...3], within: 0.3)
    #expect(try hear([dead, noise], .mix).unheard == [])
    #expect(try hear([dead, noise], .auto).unheard == [])
  }

  @Test func channelsThatCancelInTheMix() throws {
    var other = noise
    for index in 16_000..<48_000 { other[index] = -noise[index] }
    expect(try hear([noise, other], .mix).seconds(.cancelled), near: [1...3], within: 0.3)
    #expect(try hear([noise, other], .auto).unheard == [])
    #expect(try hear([noise, other], .first).unheard == [])
  }

  @Test func aHoleAndALateStart() throws {
    try runFFmpeg(
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=10:a=0.5", "-af",
        "aselect='not(between(t,3,6))'", "-c:a", "pcm_s16le", "hole.mkv",
      ], in: folder)
    let hole = try Hearing(folder.file("hole.mkv")) { _ in }
    expect(hole.seconds(.hole), near: [3...6], within: 0.1)
    try runFFmpeg(
      [
        "-f", "lavfi", "-i", "testsrc=d=4:s=64x64", "-itsoffset", "1.5", "-f", "lavfi", "-i",
        "anoisesrc=r=48000:d=3:a=0.5", "-c:a", "pcm_s16le", "late.mkv",
      ], in: folder)
    let late = try Hearing(folder.file("late.mkv")) { _ in }
    expect(late.seconds(.lateStart), near: [0...1.5], within: 0.1)
  }

  @Test func dataThatIsLost() throws {
    try runFFmpeg(
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=6:a=0.5", "sound.flac"], in: folder)
    var data = try Data(contentsOf: folder.file("sound.flac"))
    let middle = data.count / 2
    data.replaceSubrange(middle..<middle + 400, with: Data(count: 400))
    try data.write(to: folder.file("damaged.flac"))
    let hearing = try Hearing(folder.file("damaged.flac")) { _ in }
    let lost = hearing.seconds(.lostData)
    #expect(lost.count == 1)
    let stretch = try #require(lost.first)
    #expect(stretch.contains(3) || abs(stretch.lowerBound - 3) < 0.15)
    #expect(stretch.upperBound - stretch.lowerBound < 0.3)
    #expect(hearing.results.count == 6)
  }

  @Test(arguments: [(8000, 3900.0), (6000, 2900)])
  func aTelephoneHasALowBandwidth(rate: Int, edge: Double) throws {
    try runFFmpeg(
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=5:a=0.5", "-ar", "\(rate)", "narrow.wav",
      ], in: folder)
    try runFFmpeg(["-i", "narrow.wav", "-ar", "48000", "wide.wav"], in: folder)
    let narrow = try Hearing(folder.file("narrow.wav")) { _ in }
    #expect(narrow.analyzer.defects.lowLimit == Double(rate) / 2)
    expect(narrow.seconds(.lowBandwidth), near: [0...5], within: 0.01)
    let wide = try Hearing(folder.file("wide.wav")) { _ in }
    let limit = try #require(wide.analyzer.defects.lowLimit)
    #expect((edge...edge + 600).contains(limit), "\(limit)")
    expect(wide.seconds(.lowBandwidth), near: [0...5], within: 0.01)
    // What holds the frequencies that the classifier hears is full.
    try runFFmpeg(["-i", "narrow.wav", "-af", "asetrate=\(rate * 3)", "fast.wav"], in: folder)
    #expect(try Hearing(folder.file("fast.wav")) { _ in }.seconds(.lowBandwidth).isEmpty)
  }

  @Test func stretchesComeInOrderAndOnce() throws {
    var samples = noise
    for index in stride(from: 1000, to: 60_000, by: 8000) { samples[index] = .nan }
    let url = try WaveFile(sampleRate: 16_000, mono: samples).write(to: folder.url)
    let analyzer = try SNAudioFileAnalyzer(source: .file(path: url.path))
    let recorder = Recorder()
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTime(value: 1, timescale: 1)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    var found: [Int64] = []
    for frame in [Int64(9000), 9000, 40_000, .max, .max] {
      found += analyzer.takeUnheard(endingBefore: frame).map(\.frames.lowerBound)
    }
    #expect(found == stride(from: 1000, to: 60_000, by: 8000).map { Int64($0) })
    #expect(analyzer.defects.tallies[.nonFinite]?.count == 8)
  }
}
