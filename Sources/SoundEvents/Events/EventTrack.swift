/// The state machine of one label: windows with scores in, openings and closings out.
///
/// `ids` is the next number for an announced event; the detector shares it among its tracks.
/// It knows three states: nothing heard (no candidate), a run (a candidate, `isActive`), and a
/// candidate whose run has ended, but which a run that begins within the maximum gap would continue.
struct EventTrack: Sendable {
  /// One step's effect on the world outside.
  enum Action: Sendable, Equatable {
    case open(EventCandidate, id: Int)
    case close(EventCandidate, id: Int)
  }

  let settings: TrackSettings
  private var filter: SmoothingFilter
  /// The last window that was decided; nil at the start and after a hole.
  private var previous: SmoothedWindow?
  private var isActive = false
  private var candidate: EventCandidate?
  private let keepsWindows: Bool
  private let firstSource: Int
  private let isGroup: Bool

  init(_ settings: TrackSettings, keepsWindows: Bool) {
    self.settings = settings
    filter = SmoothingFilter(settings.rule.smoothing)
    firstSource = settings.sources[0]
    isGroup = settings.sources.count > 1
    self.keepsWindows = keepsWindows
  }

  /// The highest score among the track's labels, 0 to 1, and whose it is; the first one wins a tie.
  func highest(in scores: [Float]) -> (source: Int, score: Float) {
    var best = (source: firstSource, score: Self.clean(scores[firstSource]))
    guard isGroup else { return best }
    for source in settings.sources.dropFirst() {
      let score = Self.clean(scores[source])
      if score > best.score { best = (source, score) }
    }
    return best
  }

  /// The score as a number from 0 to 1; what is no number is 0.
  static func clean(_ score: Float) -> Float {
    score.isFinite ? min(max(score, 0), 1) : 0
  }

  /// The start of the earliest event that can still be announced or closed; nil before any window.
  var earliestOpenFrame: Int64? {
    candidate?.startFrame ?? previous?.span.startFrame
  }

  /// Whether no event is in hand.
  var isIdle: Bool { candidate == nil }

  /// Goes on after windows that were heard for it while it rested, of which this is the last.
  mutating func resume(after window: SmoothedWindow) { previous = window }

  /// Takes the next window; windows follow each other without holes.
  mutating func process(_ window: SmoothedWindow, ids: inout Int, into actions: inout [Action]) {
    guard let decided = filter.push(window) else { return }
    step(decided, ids: &ids, into: &actions)
  }

  /// Ends the running evidence at the end of the last window; a candidate waits to be continued.
  mutating func interrupt(
    _ reason: EventClosing, ids: inout Int, into actions: inout [Action]
  ) {
    while let decided = filter.drain() { step(decided, ids: &ids, into: &actions) }
    if isActive, let last = previous {
      candidate?.flags.insert(.closedByEnd)
      endRun(at: last.span.endFrame, reason: reason, ids: &ids, into: &actions)
    }
    previous = nil
  }

  /// Ends everything: what is open is closed, at `frame` at the latest.
  mutating func finish(
    at frame: Int64, reason: EventClosing, ids: inout Int, into actions: inout [Action]
  ) {
    interrupt(reason, ids: &ids, into: &actions)
    if let waiting = candidate {
      candidate?.endFrame = max(min(waiting.endFrame, frame), waiting.startFrame + 1)
    }
    closeCandidate(into: &actions)
  }

  /// Closes a waiting candidate that no sound from `frame` on could continue.
  mutating func expire(at frame: Int64, into actions: inout [Action]) {
    guard let waiting = candidate, !isActive else { return }
    if frame - waiting.endFrame > settings.maximumGap { closeCandidate(into: &actions) }
  }

  private mutating func step(
    _ window: SmoothedWindow, ids: inout Int, into actions: inout [Action]
  ) {
    if isActive {
      if window.smoothed >= settings.rule.closeThreshold {
        extend(with: window, ids: &ids, into: &actions)
      } else {
        endRun(at: offset(before: window), reason: .scoreFell, ids: &ids, into: &actions)
      }
    } else if window.smoothed >= settings.rule.openThreshold {
      beginRun(with: window, into: &actions)
      extend(with: window, ids: &ids, into: &actions)
    }
    previous = window
    let level = settings.rule.openThreshold
    expire(
      at: window.span.endFrame - settings.edges.filled(at: level, in: window.span),
      into: &actions)
  }

  private mutating func beginRun(with window: SmoothedWindow, into actions: inout [Action]) {
    isActive = true
    let start =
      previous.map {
        settings.edges.onset(
          below: ($0.span, $0.smoothed), above: (window.span, window.smoothed),
          level: settings.rule.openThreshold)
      } ?? window.span.startFrame
    if let waiting = candidate, start - waiting.endFrame > settings.maximumGap {
      closeCandidate(into: &actions)
    }
    if candidate == nil {
      candidate = EventCandidate(startFrame: start, window: window)
      if previous == nil { candidate?.flags.insert(.openedAtStart) }
    } else {
      candidate?.flags.insert(.merged)
      candidate?.flags.remove(.closedByEnd)
    }
    let shortest = shortestEnd(from: start, in: window)
    candidate?.reach(shortest)
  }

  /// The earliest end of a run: the grid tells no times apart that are nearer than a part of the hop.
  private func shortestEnd(from start: Int64, in window: SmoothedWindow) -> Int64 {
    guard let last = previous else { return start + 1 }
    let hop = window.span.endFrame - last.span.endFrame
    return min(start + max(1, hop / 4), window.span.endFrame)
  }

  private mutating func extend(
    with window: SmoothedWindow, ids: inout Int, into actions: inout [Action]
  ) {
    guard var heard = candidate else { return }
    heard.add(window, keepsWindow: keepsWindows)
    let level = settings.rule.closeThreshold
    let sure = window.span.startFrame + settings.edges.filled(at: level, in: window.span)
    heard.reach(min(sure, window.span.endFrame))
    candidate = heard
    announce(ids: &ids, into: &actions)
  }

  /// The refined end of a run whose last window is `previous`.
  private func offset(before window: SmoothedWindow) -> Int64 {
    guard let last = previous else { return window.span.startFrame }
    return settings.edges.offset(
      above: (last.span, last.smoothed), below: (window.span, window.smoothed),
      level: settings.rule.closeThreshold)
  }

  private mutating func endRun(
    at frame: Int64, reason: EventClosing, ids: inout Int, into actions: inout [Action]
  ) {
    isActive = false
    candidate?.reach(frame)
    candidate?.closing = reason
    announce(ids: &ids, into: &actions)
  }

  /// Announces the candidate once it is long enough for certain.
  private mutating func announce(ids: inout Int, into actions: inout [Action]) {
    guard let heard = candidate, heard.id == nil,
      heard.endFrame - heard.startFrame >= settings.minimumDuration
    else { return }
    candidate?.id = ids
    actions.append(.open(heard, id: ids))
    ids += 1
  }

  private mutating func closeCandidate(into actions: inout [Action]) {
    if let ended = candidate, let id = ended.id { actions.append(.close(ended, id: id)) }
    candidate = nil
  }
}
