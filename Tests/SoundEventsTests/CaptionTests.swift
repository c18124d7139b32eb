import SoundEvents
import TestSupport
import Testing

struct CaptionTests {
  @Test(arguments: [
    ("dog_bark", "[dog barking]"), ("cat_meow", "[cat meowing]"), ("owl_hoot", "[owl hooting]"),
    ("acoustic_guitar", "[acoustic guitar]"), ("baby_crying", "[baby crying]"),
    ("laughter", "[laughter]"), ("person_walking", "[footsteps]"), ("door_slam", "[door slams]"),
    ("toilet_flush", "[toilet flushing]"), ("lion_roar", "[lion roaring]"),
    ("whoosh_swoosh_swish", "[whoosh]"), ("rooster_crow", "[rooster crowing]"),
    ("My_Own Label", "[My Own Label]"), ("a\nb\tc", "[a b c]"), ("", "[sound]"), ("__", "[sound]"),
    ("犬", "[犬]"), ("bark", "[bark]"),
  ])
  func aLabelBecomesACaption(_ label: String, _ caption: String) {
    #expect(CaptionText.caption(for: label) == caption)
  }

  private func sweep(_ events: [(Int64, Int64, String)], end: Int64 = 60_000) -> [String] {
    var sweep = CaptionSweep()
    var cues: [CaptionCue] = []
    for (place, event) in events.enumerated() {
      cues += sweep.add(
        start: event.0, end: event.1, label: event.2, peak: 1 - Float(place) / 100)
    }
    cues += sweep.finish(at: end)
    return cues.map { "\($0.start)-\($0.end) \($0.text)" }
  }

  @Test func soundsThatDoNotOverlapHaveCuesOfTheirOwn() {
    #expect(
      sweep([(0, 2000, "music"), (3000, 5000, "speech")])
        == ["0-2000 [music]", "3000-5000 [speech]"])
  }

  @Test func overlappingSoundsShareACueWhileTheyOverlap() {
    #expect(
      sweep([(0, 10_000, "music"), (4000, 6000, "speech")])
        == ["0-4000 [music]", "4000-6000 [music] [speech]", "6000-10000 [music]"])
  }

  @Test func aShortSoundStaysReadableInThePauseAfterIt() {
    #expect(
      sweep([(0, 100, "click"), (5000, 5100, "tap"), (5600, 8000, "music")])
        == ["0-1000 [clicking]", "5000-5600 [tapping]", "5600-8000 [music]"])
  }

  @Test func aShortSoundWithinALongOneDoesNotFlicker() {
    #expect(
      sweep([(0, 10_000, "music"), (4000, 4100, "click")])
        == ["0-4000 [music]", "4000-5000 [music] [clicking]", "5000-10000 [music]"])
  }

  @Test func aCaptionEndsWithTheRecording() {
    #expect(sweep([(9500, 9800, "click")], end: 10_000) == ["9500-10000 [clicking]"])
  }

  @Test func atMostThreeCaptionsAreShownAtOnceTheStrongestFirst() {
    #expect(
      sweep([(0, 2000, "a"), (0, 2000, "b"), (0, 2000, "c"), (0, 2000, "d")])
        == ["0-2000 [a] [b] [c]"])
  }

  @Test func whatIsNotShownMakesNoCueOfItsOwn() {
    // The fourth sound comes and goes while three stronger ones are shown.
    #expect(
      sweep([(0, 9000, "a"), (0, 9000, "b"), (0, 9000, "c"), (3000, 5000, "d")])
        == ["0-9000 [a] [b] [c]"])
  }

  @Test func aShortBeginningJoinsWhatItGrowsInto() {
    #expect(sweep([(0, 300, "b"), (300, 5000, "a"), (300, 5000, "b")]) == ["0-5000 [b] [a]"])
  }

  @Test func aSoundThatComesBackBeforeItsCueVanishesHasOneCue() {
    #expect(sweep([(0, 100, "tap"), (600, 700, "tap")]) == ["0-1000 [tapping]"])
  }

  @Test func labelsWithTheSameCaptionAreOne() {
    #expect(
      sweep([(0, 3000, "dog_bark"), (2000, 5000, "dog_bow_wow")]) == ["0-5000 [dog barking]"])
  }

  private static let labels = ["a", "b", "c", "d", "e", "dog_bark", "dog_bow_wow"]

  @Test func cuesNeverOverlapAndNoTimeIsLost() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var events: [(Int64, Int64, String)] = []
      var start: Int64 = 0
      for _ in 0..<30 {
        start += Int64.random(in: 0...3000, using: &random)
        let end = start + Int64.random(in: 1...9000, using: &random)
        events.append((start, end, Self.labels.randomElement(using: &random) ?? "a"))
      }
      var sweep = CaptionSweep()
      var cues: [CaptionCue] = []
      for event in events {
        cues += sweep.add(
          start: event.0, end: event.1, label: event.2,
          peak: Float.random(in: 0.3...1, using: &random))
      }
      cues += sweep.finish(at: 200_000)
      #expect(cues.allSatisfy { $0.end > $0.start && !$0.captions.isEmpty })
      #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.end <= $1.start })
      #expect(
        zip(cues, cues.dropFirst()).allSatisfy {
          $0.end < $1.start || Set($0.captions) != Set($1.captions)
        }, "neighbours that say the same are one")
      for event in events {
        let middle = (event.0 + event.1) / 2
        let cue = cues.first { $0.start <= middle && middle < $0.end }
        #expect(cue != nil, "something must be shown while something sounds")
      }
    }
  }
}
