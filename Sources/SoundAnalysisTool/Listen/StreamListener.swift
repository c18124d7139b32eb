import Foundation
import SoundAnalysis
import SoundEvents

/// Listens to a live source, through stalls and losses, and tells a report.
struct StreamListener {
  let source: LiveSource

  /// What outputs call the source.
  let name: String

  let patience: LiveStream.Patience
  let request: SNClassifySoundRequest

  /// Seconds to listen; nil until interrupted.
  let duration: Double?

  /// The level in dBFS below which a window is silent; nil for none.
  let gateLevel: Double?

  let output: LiveOutput
  let report: any Report
  let console: Console

  /// How soon an interruption is noticed, in seconds.
  private static let tick = 0.1

  /// What has become of the stream so far.
  private struct Course {
    var hearing: StreamHearing?
    var began = ContinuousClock.now
    var ending: (isStopped: Bool, failure: DecodeError?)?
  }

  /// Listens until interrupted, until the duration is over, or until nothing can come any more.
  func run(until listeningEnd: ListeningEnd) throws -> ExitStatus {
    let stream = LiveStream(source, patience)
    defer { stream.stop() }
    var course = Course()
    while course.ending == nil {
      if listeningEnd.wait(seconds: 0) != nil || course.hearing?.isOver == true {
        course.ending = (true, nil)
      } else if let event = stream.next(within: Self.tick) {
        try take(event, of: stream, &course)
      } else if isTimeOver(course, isBroken: stream.isBroken) {
        course.ending = (true, nil)
      }
    }
    let (gap, isBroken) = (stream.openGap, stream.isBroken)
    stream.stop()
    // What was read is heard.
    while course.ending?.isStopped == true, let event = stream.next(within: 0) {
      try take(event, of: stream, &course)
    }
    return try finish(course, gap, wasLost: isBroken)
  }

  private func take(_ event: LiveEvent, of stream: LiveStream, _ course: inout Course) throws {
    switch event {
    case .sound(let samples, let position):
      if course.hearing == nil {
        course.hearing = try begin(sampleRate: stream.sampleRate ?? 0)
        course.began = .now
      }
      try course.hearing?.hear(samples, at: position)
    case .waiting(let reason): say("\(reason); \(nextStep)")
    case .broken(let reason, let detail):
      say("\(detail); \(nextStep)")
      try course.hearing?.breakOff(reason == .stalled ? .timeout : .interrupted)
    case .gap(let gap):
      try course.hearing?.note(gap)
      guard gap.reason != .hole, let rate = stream.sampleRate else { break }
      let seconds = FixedDecimal.text(Double(gap.frames.count) / rate, places: 1) ?? "?"
      say("sound again; \(seconds) s were not heard")
    case .ended(let failure): course.ending = course.ending ?? (false, failure)
    }
  }

  /// Whether the time is over though no sound comes; while it does, its own length tells.
  private func isTimeOver(_ course: Course, isBroken: Bool) -> Bool {
    guard let duration else { return false }
    let slack = isBroken || course.hearing == nil ? 0 : 0.5
    return course.began.duration(to: .now) > .seconds(duration + slack)
  }

  private func begin(sampleRate: Double) throws -> StreamHearing {
    try output.begin()
    try report.begin()
    return try StreamHearing(
      name: name, request: request, sampleRate: sampleRate, duration: duration,
      gateLevel: gateLevel, report: report)
  }

  /// - Parameter gap: what the stream ends in, if that is no sound.
  private func finish(
    _ course: Course, _ gap: LiveGap?, wasLost: Bool
  ) throws -> ExitStatus {
    let isStopped = course.ending?.isStopped ?? true
    let failure = isStopped ? nil : sentence(course.ending?.failure, wasLost: wasLost)
    if let hearing = course.hearing {
      try hearing.finish(gap, failure: failure, closing: isStopped ? .stopped : .streamEnd)
      try report.end()
    } else if failure == nil {
      try output.begin()
      try report.begin()
      try report.end()
    }
    guard let failure else { return .success }
    console.say(failure)
    return .failure
  }

  /// Why listening could not go on, after the name of the source.
  private func sentence(_ failure: DecodeError?, wasLost: Bool) -> String? {
    if wasLost, let reconnect = patience.reconnect, reconnect > 0 {
      let time = FixedDecimal.shortText(reconnect) ?? "\(reconnect)"
      return "\(source.displayName): given up, for no sound has come for \(time) s more"
    }
    guard let failure, !(wasLost && patience.reconnect == 0) else { return nil }
    return failure.description
  }

  private func say(_ text: String) { console.say("\(source.displayName): \(text)") }

  private var nextStep: String {
    source.isInNetwork ? "connecting again" : "still waiting"
  }
}
