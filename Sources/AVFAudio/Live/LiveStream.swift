private import Foundation

/// Hears a live source for as long as it lives, and opens it again where that helps.
///
/// One thread connects, reads, waits and connects again, so that there never are two readers. What it
/// brings waits in a queue; where that is full the thread reads no further, so that nothing of a pipe
/// is lost.
///
/// `@unchecked Sendable`: `state` is only touched with `condition` locked, and `timeline` is changed
/// so; `watch` does not change once the thread runs, and `brokenSince` is the thread's alone.
package final class LiveStream: @unchecked Sendable {
  /// How long to wait for what.
  package struct Patience: Equatable, Sendable {
    /// Seconds without a sound after which a source has stalled.
    package var timeout = 10.0

    /// Seconds of trying after which a source that was lost is given up: 0 does not try, nil never
    /// ends.
    package var reconnect: Double?

    /// Waits ten seconds for a sound, and for ever for a source.
    package init() {}
  }

  private struct State {
    var events: [LiveEvent] = []
    var queuedFrameCount = 0
    var sampleRate: Double?
    var hasEnded = false
    var isStopped = false
    var isBroken = false
  }

  /// Seconds of sound that may wait to be heard.
  static let longestQueue = 5.0

  /// Seconds that a reader may take to end before nobody waits for it any more.
  private static let longestClosing = 0.5

  private let source: LiveSource
  private let system: any CaptureSystem
  private let patience: Patience
  private let condition = NSCondition()
  private var state = State()
  private var watch: ReadWatch!
  private var timeline: LiveTimeline?
  private var brokenSince: ContinuousClock.Instant?

  /// Begins to listen.
  package convenience init(_ source: LiveSource, _ patience: Patience) {
    self.init(source, patience, system: DeviceSystem())
  }

  /// Begins to listen, with microphones from somewhere.
  init(_ source: LiveSource, _ patience: Patience, system: any CaptureSystem) {
    self.source = source
    self.system = system
    self.patience = patience
    watch = ReadWatch(
      timeout: .seconds(patience.timeout), isLive: true,
      waitsOn: { [unowned self] in waitsOn(isStalled: $0) },
      onStall: { [unowned self] in noteStall() })
    let reader = Thread { [self] in run() }
    reader.name = "soundanalysis.live"
    reader.start()
  }

  /// Frames a second of all positions; nil before the first sound.
  package var sampleRate: Double? { condition.withLock { state.sampleRate } }

  /// Whether there was sound, and none comes now.
  package var isBroken: Bool { condition.withLock { state.isBroken } }

  /// The gap that lasts until now; nil while sound comes, and as long as the clock lags behind it.
  package var openGap: LiveGap? {
    condition.withLock {
      state.isBroken ? timeline?.openGap(now: .now, date: Date()) : nil
    }
  }

  /// Waits for what comes next; nil where nothing has come for so many seconds.
  package func next(within seconds: Double) -> LiveEvent? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while state.events.isEmpty, condition.wait(until: deadline) {}
    guard !state.events.isEmpty else { return nil }
    let event = state.events.removeFirst()
    if case .sound(let samples, _) = event { state.queuedFrameCount -= samples.count }
    condition.broadcast()
    return event
  }

  /// Ends the reading; the source is closed as well, unless it gives no sign of life.
  package func stop() {
    watch.stop()
    let deadline = Date(timeIntervalSinceNow: Self.longestClosing)
    condition.lock()
    state.isStopped = true
    condition.broadcast()
    while !state.hasEnded, condition.wait(until: deadline) {}
    condition.unlock()
  }

  // MARK: The reading thread

  private func run() {
    var backoff = Backoff()
    while !watch.isStopped {
      let (failure, hasHeard, isFinite) = hearOnce()
      if hasHeard { backoff.reset() }
      if watch.isStopped { break }
      guard !isFinite, isWorthAnotherTry(after: failure) else {
        push(.ended(failure))
        break
      }
      noteLoss(failure)
      pause(min(backoff.next(), patienceLeft ?? .seconds(3600)))
    }
    condition.lock()
    state.hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  /// Hears the source until it ends.
  private func hearOnce() -> (failure: DecodeError?, hasHeard: Bool, isFinite: Bool) {
    var hasHeard = false
    var isFinite = source.isStandardInput
    watch.noteProgress()
    do throws(DecodeError) {
      let connection = try connect()
      isFinite = connection.isFinite
      let rate = try start(connection.sampleRate)
      withTimeline { $0.reconnect() }
      var samples: [Float] = []
      var converted: [Float] = []
      var convertedEnd: Int64 = 0
      while !watch.isStopped, let position = try connection.read(into: &samples) {
        guard !samples.isEmpty else { continue }
        hasHeard = true
        if rate.inputSampleRate == rate.outputSampleRate {
          take(samples, at: position)
          continue
        }
        // Another rate than the first is rare, and then holes are not worth the trouble.
        converted.removeAll(keepingCapacity: true)
        rate.convert(samples.span, into: &converted)
        guard !converted.isEmpty else { continue }
        take(converted, at: convertedEnd)
        convertedEnd += Int64(converted.count)
      }
    } catch {
      return (error, hasHeard, isFinite && hasHeard)
    }
    return (nil, hasHeard, isFinite)
  }

  private func connect() throws(DecodeError) -> any LiveConnection {
    switch source {
    case .bytes(let source): try DecoderConnection(source, watch: watch)
    case .microphone(let device):
      try MicrophoneConnection(device, of: system, place: source.place)
    }
  }

  /// Prepares to bring a connection's sound to the rate of the first one.
  private func start(_ sampleRate: Double) throws(DecodeError) -> SampleRateConverter {
    let rate = timeline?.sampleRate ?? sampleRate
    if timeline == nil {
      condition.withLock {
        timeline = LiveTimeline(sampleRate: rate)
        state.sampleRate = rate
      }
    }
    do {
      return try SampleRateConverter(inputSampleRate: sampleRate, outputSampleRate: rate)
    } catch {
      throw DecodeError(
        .formatChanges, in: source.place, found: "\(Int(sampleRate)) Hz",
        expected: "\(Int(rate)) Hz as before")
    }
  }

  private func withTimeline<R>(_ body: (inout LiveTimeline) -> R) -> R? {
    condition.withLock {
      guard var line = timeline else { return nil }
      defer { timeline = line }
      return body(&line)
    }
  }

  private func take(_ samples: [Float], at position: Int64) {
    let placed = withTimeline {
      $0.place(samples.count, at: position, now: .now, date: Date())
    }
    guard let placed else { return }
    brokenSince = nil
    condition.withLock { state.isBroken = false }
    if let gap = placed.gap { push(.gap(gap)) }
    push(.sound(samples, position: placed.start))
  }

  private func push(_ event: LiveEvent) {
    condition.lock()
    let limit = Int(Self.longestQueue * (state.sampleRate ?? 0))
    if case .sound(let samples, _) = event {
      while state.queuedFrameCount > limit, !state.isStopped { condition.wait() }
      state.queuedFrameCount += samples.count
    }
    if !state.isStopped { state.events.append(event) }
    condition.broadcast()
    condition.unlock()
    // The source is not to blame for the time in which nobody read it.
    watch.noteProgress()
  }
}

extension LiveStream {
  /// The source is there and gives nothing.
  private func noteStall() {
    noteBreak(.stalled, detail: "no sound for \(watch.timeoutText)")
  }

  /// The source has ended, or could not be opened.
  private func noteLoss(_ failure: DecodeError?) {
    noteBreak(.disconnected, detail: failure?.explanation ?? "it has ended")
  }

  private func noteBreak(_ reason: LiveGap.Reason, detail: String) {
    guard brokenSince == nil else { return }
    brokenSince = .now
    let hasHeard = withTimeline { line in
      guard line.lastTime != nil else { return false }
      line.breakOff(reason)
      return true
    }
    guard hasHeard == true else { return append(.waiting(reason: detail)) }
    condition.withLock { state.isBroken = true }
    append(.broken(reason, detail: detail))
  }

  /// Adds what takes no room, whatever waits already; the watch may be in the middle of a question.
  private func append(_ event: LiveEvent) {
    condition.withLock {
      if !state.isStopped { state.events.append(event) }
      condition.broadcast()
    }
  }

  /// Whether a source that failed or ended may come back in time.
  private func isWorthAnotherTry(after failure: DecodeError?) -> Bool {
    guard !source.isStandardInput, patience.reconnect != 0, patienceLeft != .zero else {
      return false
    }
    // What worked once may come back, though it is not there for now.
    let hasHeard = withTimeline { $0.lastTime != nil } ?? false
    switch failure?.reason {
    case .noAudioTrack, .noSuchTrack, .invalidFormat, .unsupportedCodec, .refused, .isDirectory,
      .notSeekable:
      return false
    case .notReadable: return source.isInNetwork || hasHeard
    case .notFound, .notAudio, .playlist: return hasHeard
    default: return true
    }
  }

  /// How much longer a source that is lost is tried; nil for ever.
  private var patienceLeft: Duration? {
    guard let reconnect = patience.reconnect else { return nil }
    let lost = brokenSince.map { $0.duration(to: .now) } ?? .zero
    return max(.zero, .seconds(reconnect) - lost)
  }

  /// Whether a source that gives nothing is waited for.
  ///
  /// Opening a pipe again brings nothing while its writer holds it; a connection may be dead.
  private func waitsOn(isStalled: Bool) -> Bool {
    if source.isInNetwork { return !isStalled }
    return source.isStandardInput || patience.reconnect == 0 || patienceLeft != .zero
  }

  /// Waits before the next attempt, unless it is all over.
  private func pause(_ duration: Duration) {
    let deadline = Date(timeIntervalSinceNow: duration / .seconds(1))
    condition.lock()
    while !state.isStopped, condition.wait(until: deadline) {}
    condition.unlock()
  }
}
