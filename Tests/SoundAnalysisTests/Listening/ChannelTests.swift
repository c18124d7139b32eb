import Foundation
import SoundAnalysis
import TestSupport
import Testing

/// What is made of several channels.
@Suite struct ChannelTests {
  private let folder: TemporaryFolder
  private let sound = Signals.noise(count: 48_000)
  private let silence = [Float](repeating: 0, count: 48_000)

  init() throws { folder = try TemporaryFolder() }

  private func hear(
    _ channels: [[Float]], _ choice: ChannelChoice, name: String = "sound.wav"
  ) throws -> Hearing {
    let url = try WaveFile(sampleRate: 16_000, channels: channels).write(
      to: folder.url, name: name)
    return try Hearing(url) { $0.channel = choice }
  }

  private func name(_ hearing: Hearing, _ seconds: ClosedRange<Double> = 0...3) -> String {
    hearing.analyzer.channelName(
      for: Int64(seconds.lowerBound * 16_000)..<Int64(seconds.upperBound * 16_000))
  }

  @Test func aSingleChannelIsHeardAsItIs() throws {
    let first = try hear([sound], .first)
    for choice in [ChannelChoice.auto, .mix, .number(0)] {
      let hearing = try hear([sound], choice)
      #expect(hearing.scores == first.scores)
      #expect(name(hearing) == "1")
    }
  }

  @Test(arguments: 0..<4)
  func aNumberedChannelIsHeardAlone(_ number: Int) throws {
    var channels = [[Float]](repeating: silence, count: 4)
    channels[number] = sound
    let mono = try hear([sound], .first)
    let hearing = try hear(channels, .number(number))
    #expect(hearing.scores == mono.scores)
    #expect(name(hearing) == "\(number + 1)")
  }

  @Test func aChannelThatIsNotThereIsAnError() throws {
    #expect {
      _ = try hear([sound, sound], .number(2))
    } throws: { error in
      error.localizedDescription.hasSuffix(
        "sound.wav: has no such channel: found 2 channels, expected at least 3")
    }
  }

  @Test func theMixIsTheMean() throws {
    let other = Signals.noise(count: 48_000, seed: 99)
    let mean = zip(sound, other).map { ($0 + $1) * 0.5 }
    let hearing = try hear([sound, other], .mix)
    let oracle = try hear([mean], .first, name: "mean.wav")
    for (found, expected) in zip(hearing.scores, oracle.scores) {
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-5 })
    }
    #expect(name(hearing) == "mix")
  }

  @Test func autoHearsTheMeanWhereItHoldsTheSound() throws {
    let other = Signals.noise(count: 48_000, seed: 99)
    for channels in [[sound, sound], [sound, other], [silence, sound], [sound, silence]] {
      let hearing = try hear(channels, .auto)
      #expect(name(hearing) == "mix")
      #expect(hearing.scores == (try hear(channels, .mix)).scores)
      #expect(hearing.analyzer.soloStretches.isEmpty)
    }
  }

  @Test func autoHearsOneChannelWhereTheyCancel() throws {
    let hearing = try hear([sound, sound.map { -$0 }], .auto)
    #expect(name(hearing) == "1")
    #expect(hearing.unheard.isEmpty)
    let mono = try hear([sound], .first, name: "mono.wav")
    #expect(hearing.scores[2] == mono.scores[2])
  }

  @Test func autoHearsTheOneAmongMany() throws {
    var channels = [[Float]](repeating: silence, count: 8)
    channels[6] = sound
    let hearing = try hear(channels, .auto)
    #expect(name(hearing) == "7")
    #expect(hearing.scores == (try hear([sound], .first, name: "mono.wav")).scores)
  }

  @Test func autoFollowsTheSound() throws {
    // Alike for a second, against each other for a second, alike again.
    var other = sound
    for index in 16_000..<32_000 { other[index] = -sound[index] }
    let hearing = try hear([sound, other], .auto)
    #expect(name(hearing, 0...0.9) == "mix")
    #expect(name(hearing, 1.5...2) == "1")
    #expect(name(hearing, 2.5...3) == "mix")
    let solo = try #require(hearing.analyzer.soloStretches.first)
    #expect(solo.channel == 0 && abs(Double(solo.frameCount) / 16_000 - 1) < 0.4)
    #expect(abs(Double(solo.first) / 16_000 - 1) < 0.4)
  }

  @Test func silenceChangesNothing() throws {
    let hearing = try hear([silence, silence, silence], .auto)
    #expect(name(hearing) == "mix" && hearing.unheard.isEmpty)
  }

  @Test func manyChannelsAreNoTrouble() throws {
    var channels = [[Float]](repeating: Array(silence.prefix(16_000)), count: 64)
    channels[63] = Array(sound.prefix(16_000))
    let hearing = try hear(channels, .auto)
    #expect(hearing.analyzer.channelName(for: 0..<16_000) == "64")
    #expect(hearing.analyzer.channelCount == 64)
  }
}
