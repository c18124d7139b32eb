import SoundAnalysis
import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct ClassifierChoiceTests {
  private func choice() throws -> ClassifierChoice { try ClassifierChoice(model: nil) }

  @Test(
    arguments: [
      (["dog_bark"], ["dog_bark"]), (["dog_bark,speech"], ["dog_bark", "speech"]),
      (["Dog Bark", " acoustic-guitar "], ["dog_bark", "acoustic_guitar"]),
      (["SPEECH,,speech,"], ["speech"]),
    ] as [([String], Set<String>)])
  func findsLabelsHoweverTheyAreWritten(texts: [String], expected: Set<String>) throws {
    let labels = try choice().request.knownClassifications
    #expect(try choice().labels(in: texts, among: labels) == expected)
  }

  @Test(arguments: [
    ("dog_brak", "did you mean dog_bark?"), ("acustic_guitar", "did you mean acoustic_guitar?"),
    ("xyzzy", "'soundanalysis labels' lists those it knows"),
  ])
  func namesTheNearestLabels(word: String, hint: String) throws {
    let choice = try choice()
    let labels = choice.request.knownClassifications
    #expect(
      throws: UsageError(
        "--labels \(word): the built-in classifier knows no such label; \(hint)")
    ) {
      try choice.labels(in: ["speech,\(word)"], among: labels)
    }
  }

  @Test func saysWhenAProfileReportsALabelThroughAGroupOnly() throws {
    let choice = try choice()
    #expect(
      throws: UsageError(
        "--labels dog_bark: the profile reports it through a group only, or not at all")
    ) {
      try choice.labels(in: ["dog_bark"], among: ["speech", "dog"])
    }
  }

  @Test func eventsHaveWindowsOfTheirOwn() throws {
    let choice = try choice()
    EventWindows.prepare(choice.request)
    #expect(abs(choice.request.windowDuration.seconds - EventWindows.duration) < 1e-9)
    #expect(choice.request.overlapFactor == EventWindows.overlapFactor)
  }

  @Test(arguments: [0.5, 0.975, 1, 3, 15])
  func takesWindowsInRange(seconds: Double) throws {
    let choice = try choice()
    try choice.setWindowDuration(seconds)
    #expect(abs(choice.request.windowDuration.seconds - seconds) < 1e-9)
  }

  @Test(arguments: [(0.499, "0.499"), (15.001, "15.001"), (600, "600"), (1e300, "1e+300")])
  func refusesWindowsOutOfRange(seconds: Double, text: String) throws {
    let choice = try choice()
    #expect(
      throws: UsageError(
        "--window \(text): expected 0.5 to 15 seconds, which is what the built-in classifier takes")
    ) {
      try choice.setWindowDuration(seconds)
    }
    #expect(choice.request.windowDuration.seconds == 3)
  }
}
