/// The state machine of one label: windows with scores in, openings and closings out.
///
/// `ids` is the next number for an announced event; the detector shares it among its tracks.
/// It knows four states: nothing heard; a rise, in which the score is at the closing threshold or above
/// and has not come to the opening one; a run (a candidate, `isActive`); and a candidate whose run has
/// ended, but which a run that begins within the maximum gap would continue. The last two may meet.
struct EventTrack: Sendable {
  /// One step's effect on the world outside.
  enum Action: Sendable, Equatable {
    case open(EventCandidate, id: Int)
    case close(EventCandidate, id: Int)
  }

  /// The onset is looked for at most this many windows' lengths before the end of the window that opens.
  static let longestRise: Int64 = 10

  /// Where a run would begin if the score came to the opening threshold now.
  private struct Rise {
    var startFrame: Int64
    var isFromStart: Bool
  }

  let settings: TrackSettings
  private var filter: SmoothingFilter
  /// The last window that was decided; nil at the start and after a hole.
  private var previous: SmoothedWindow?
  private var isActive = false
  private var rise: Rise?
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
    candidate?.startFrame ?? rise?.startFrame ?? previous?.span.startFrame
  }

  /// Whether no event is in hand, and none could begin before the last window.
  var isIdle: Bool { candidate == nil && rise == nil }

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
    rise = nil
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
    if window.smoothed < settings.rule.closeThreshold {
      rise = nil
      if isActive {
        endRun(at: offset(before: window), reason: .scoreFell, ids: &ids, into: &actions)
      }
    } else if isActive {
      extend(with: window, ids: &ids, into: &actions)
    } else {
      followRise(with: window)
      if let begin = rise, window.smoothed >= settings.rule.openThreshold {
        beginRun(begin, with: window, into: &actions)
        extend(with: window, ids: &ids, into: &actions)
      }
    }
    previous = window
    let earliest = window.span.endFrame - settings.edges.filled(in: window.span)
    expire(at: rise?.startFrame ?? earliest, into: &actions)
  }

  /// Notes where the score came to the closing threshold, no longer ago than an onset is looked for.
  private mutating func followRise(with window: SmoothedWindow) {
    let earliest = window.span.endFrame - Self.longestRise * window.span.frameCount
    if let known = rise {
      if known.startFrame < earliest { rise = Rise(startFrame: earliest, isFromStart: false) }
    } else if let below = previous {
      let start = settings.edges.onset(
        below: (below.span, below.smoothed), above: (window.span, window.smoothed),
        level: settings.rule.closeThreshold)
      rise = Rise(startFrame: start, isFromStart: false)
    } else {
      rise = Rise(startFrame: window.span.startFrame, isFromStart: true)
    }
  }

  private mutating func beginRun(
    _ begin: Rise, with window: SmoothedWindow, into actions: inout [Action]
  ) {
    isActive = true
    rise = nil
    let start = begin.startFrame
    if let waiting = candidate, start - waiting.endFrame > settings.maximumGap {
      closeCandidate(into: &actions)
    }
    if candidate == nil {
      candidate = EventCandidate(startFrame: start, window: window)
      if begin.isFromStart { candidate?.flags.insert(.openedAtStart) }
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
    let sure = window.span.startFrame + settings.edges.filled(in: window.span)
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
