import Testing

@testable import SoundEvaluation

/// The figures of clips are those of scikit-learn for the same scores.
@Suite struct ClipFiguresTests {
  @Test(arguments: ["clips", "multilabel"])
  func labelsAreThoseOfScikitLearn(name: String) throws {
    let fixture = try Fixture.read(name, as: Fixture.Clips.self)
    let figures = ClipFigures(
      fixture.judged, names: fixture.names, threshold: fixture.threshold ?? 0.5)
    #expect(figures.decision == (name == "clips" ? .best : .threshold))
    #expect(figures.labels.map(\.label) == fixture.labels.map(\.label))
    for (ours, theirs) in zip(figures.labels, fixture.labels) {
      #expect(ours.support == theirs.support)
      #expect(isClose(ours.precision, theirs.precision), "\(ours) \(theirs)")
      #expect(isClose(ours.recall, theirs.recall), "\(ours) \(theirs)")
      #expect(isClose(ours.f1, theirs.f1), "\(ours) \(theirs)")
      #expect(isClose(ours.averagePrecision, theirs.averagePrecision), "\(ours) \(theirs)")
    }
    // The labels that are heard in some clip, which are those of the fixture.
    let heard = fixture.labels.compactMap(\.f1)
    #expect(isClose(figures.meanF1, heard.reduce(0, +) / Double(heard.count)))
  }

  @Test func accuracyConfusionAndReliabilityAreThoseOfScikitLearn() throws {
    let fixture = try Fixture.read("clips", as: Fixture.Clips.self)
    let figures = ClipFigures(fixture.judged, names: fixture.names, threshold: 0.5)
    #expect(isClose(figures.top1, fixture.top1) && isClose(figures.top3, fixture.top3))
    #expect(isClose(figures.meanAveragePrecision, fixture.meanAveragePrecision))
    let cells = { (table: [Confusion]) in
      Set(table.map { "\($0.truth) \($0.answer) \($0.count)" })
    }
    #expect(cells(figures.confusion) == cells(try #require(fixture.confusion)))
    #expect(figures.confusion.reduce(0) { $0 + $1.count } == fixture.clips.count)
    let bins = figures.reliability.bins.filter { $0.count > 0 }
    #expect(bins.map(\.count) == fixture.binCount)
    let accuracy = try #require(fixture.binAccuracy)
    let confidence = try #require(fixture.binConfidence)
    #expect(zip(bins, accuracy).allSatisfy { isClose($0.accuracy, $1) })
    #expect(zip(bins, confidence).allSatisfy { isClose($0.confidence, $1) })
    #expect(
      isClose(
        figures.reliability.expectedCalibrationError, fixture.expectedCalibrationError))
  }

  @Test func equalScoresComeInTheOrderOfLabels() {
    let clip = JudgedClip(truth: [2], scores: [0.5, 0.7, 0.5, 0.7, 0.1])
    #expect(clip.best(3) == [1, 3, 0])
    #expect(clip.best(9) == [1, 3, 0, 2, 4])
  }

  @Test func whatIsNotDefinedIsNoNumber() {
    let silent = ClipFigures(
      [JudgedClip(truth: [], scores: [0.9, 0])], names: ["a", "b"], threshold: 0.5)
    #expect(silent.clipCount == 1 && silent.labels.isEmpty && silent.confusion.isEmpty)
    #expect(silent.top1 == nil && silent.meanAveragePrecision == nil)
    #expect(silent.reliability.expectedCalibrationError == nil)
    let none = ClipFigures([], names: ["a"], threshold: 0.5)
    #expect(none.top1 == nil && none.meanF1 == nil)
  }
}
