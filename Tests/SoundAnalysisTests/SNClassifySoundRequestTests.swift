import Foundation
import Testing

@testable import SoundAnalysis

@Suite struct SNClassifySoundRequestTests {
  let request: SNClassifySoundRequest

  init() throws {
    request = try SNClassifySoundRequest(classifierIdentifier: .version1)
  }

  @Test func defaultsAreThoseOfTheFramework() {
    #expect(request.overlapFactor == 0.5)
    #expect(request.windowDuration.seconds == 3)
    guard case .durationRange(let range) = request.windowDurationConstraint else {
      Issue.record("expected a range")
      return
    }
    #expect(range.start.seconds == 0.5)
    #expect(range.end.seconds == 15)
  }

  /// Wanted and kept window, in seconds.
  @Test(arguments: [
    (1.0, 1.0), (0.5, 0.5), (15.0, 15.0), (0.975, 0.975), (0.1, 0.5), (600.0, 15.0), (0.0, 0.5),
    (-3.0, 0.5), (1.23456, 1.23456),
  ])
  func windowIsBroughtIntoRange(wanted: Double, kept: Double) {
    request.windowDuration = CMTime(seconds: wanted, preferredTimescale: 600_000)
    #expect(abs(request.windowDuration.seconds - kept) < 1e-5)
  }

  @Test(arguments: [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity])
  func windowThatIsNoNumberChangesNothing(time: CMTime) {
    request.windowDuration = CMTime(value: 2, timescale: 1)
    request.windowDuration = time
    #expect(request.windowDuration == CMTime(value: 2, timescale: 1))
  }

  @Test(arguments: [
    (0.0, 0.0), (0.25, 0.25), (0.99, 0.99), (-0.5, 0.0), (-Double.infinity, 0.0),
  ])
  func overlapIsBroughtIntoRange(wanted: Double, kept: Double) {
    request.overlapFactor = wanted
    #expect(request.overlapFactor == kept)
  }

  @Test(arguments: [1.0, 7.0, Double.infinity])
  func overlapStaysBelowOne(wanted: Double) {
    request.overlapFactor = wanted
    #expect(request.overlapFactor < 1)
    #expect(request.overlapFactor > 0.99)
  }

  @Test func overlapThatIsNoNumberChangesNothing() {
    request.overlapFactor = 0.75
    request.overlapFactor = .nan
    #expect(request.overlapFactor == 0.75)
  }

  @Test func unknownClassifierIsRefused() {
    #expect {
      try SNClassifySoundRequest(classifierIdentifier: SNClassifierIdentifier(rawValue: "nonsense"))
    } throws: { error in
      guard case SNError.invalidModel = error else { return false }
      return (error as NSError).localizedDescription.contains("'nonsense'")
    }
  }

  @Test func requestsAreEqualByIdentity() throws {
    let other = try SNClassifySoundRequest(classifierIdentifier: .version1)
    #expect(request != other)
    #expect(request.isEqual(request))
  }
}

@Suite struct SNTimeDurationConstraintTests {
  /// Apple's rule: down to the nearest supported value if there is one, else up.
  @Test(arguments: [
    (0.5, 1.0), (1.0, 1.0), (1.5, 1.0), (2.0, 2.0), (4.9, 2.0), (5.0, 5.0), (9.0, 5.0),
  ])
  func listedDurationsRoundDownElseUp(wanted: Double, kept: Double) {
    let durations = [1.0, 2.0, 5.0].map { CMTime(seconds: $0, preferredTimescale: 1000) }
    let constraint = SNTimeDurationConstraint.enumeratedDurations(durations)
    let supported = constraint.supportedDuration(
      for: CMTime(seconds: wanted, preferredTimescale: 1000))
    #expect(supported.seconds == kept)
  }
}
