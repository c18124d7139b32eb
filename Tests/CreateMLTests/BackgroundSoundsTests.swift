import Foundation
import Testing

@testable import CreateML

@Suite struct BackgroundSoundsTests {
  private static func power(_ samples: [Float]) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
  }

  private static func level(_ samples: [Float]) -> Double { 10 * log10(power(samples)) }

  /// The power of the differences of neighbours over the power; 2 for white noise, whose samples
  /// have nothing to do with each other.
  private static func roughness(_ samples: [Float]) -> Double {
    power(zip(samples.dropFirst(), samples).map { $0 - $1 }) / power(samples)
  }

  @Test func levelsAreThoseAskedFor() {
    var sounds = BackgroundSounds(seed: 3)
    #expect(sounds.make(.silence, seconds: 1) == Array(repeating: 0, count: 16_000))
    for kind in [.white(level: -40), .pink(level: -40), .brown(level: -40)]
      as [BackgroundSounds.Kind]
    {
      #expect(abs(Self.level(sounds.make(kind, seconds: 1)) + 40) < 0.01, "\(kind)")
    }
    #expect(abs(Self.level(sounds.make(.hum(frequency: 50, level: -20), seconds: 1)) + 20) < 0.1)
    let loud = BackgroundSounds.learned + BackgroundSounds.heldOut
    for kind in loud {
      #expect(sounds.make(kind, seconds: 1).allSatisfy { abs($0) <= 1.2 }, "\(kind)")
    }
  }

  @Test func coloursDifferInRoughness() {
    var sounds = BackgroundSounds(seed: 4)
    let white = Self.roughness(sounds.make(.white(level: -20), seconds: 2))
    let pink = Self.roughness(sounds.make(.pink(level: -20), seconds: 2))
    let brown = Self.roughness(sounds.make(.brown(level: -20), seconds: 2))
    #expect(abs(white - 2) < 0.05)
    #expect(pink < 0.7 && pink > 5 * brown)
  }

  @Test func theSeedDecides() {
    func make(_ seed: Int) -> [Float] {
      var sounds = BackgroundSounds(seed: seed)
      return sounds.make(.clicks(level: -10), seconds: 1)
        + sounds.make(.room(level: -50), seconds: 1)
    }
    #expect(make(1) == make(1))
    #expect(make(1) != make(2))
  }
}
