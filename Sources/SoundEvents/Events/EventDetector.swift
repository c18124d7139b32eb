/// Turns windows with scores into events: a pure state machine, for files and live streams alike.
///
/// Each label that the profile reports is a track of its own; a group is one track whose score is the
/// highest of its members'. Windows come in the order of time. Two windows that neither touch nor
/// overlap leave a hole: no event is heard in it, but one may continue after it within its maximum
/// gap. A window that begins before its predecessor starts a new time line: all events are closed.
/// Memory does not grow with the stream unless windows are kept.
package struct EventDetector: Sendable {
  /// The labels whose scores a window holds.
  package let labels: [String]
  /// Frames a second of all frame numbers.
  package let sampleRate: Double

  private var tracks: [EventTrack]
  private var resting: RestingTracks
  private var nextID = 0
  private var nextWindow = 0
  private var last: WindowSpan?
  private var hasTimedOut = false

  /// Events that begin before this frame have all been closed; nil before that is known.
  package private(set) var settledFrame: Int64?

  /// Prepares to hear the labels that the profile reports.
  ///
  /// - Parameters:
  ///   - labels: The model's labels in the order of the windows' scores.
  ///   - background: The one of them that means that nothing of note is heard, if there is one.
  ///   - profile: Thresholds, groups and the like; names in it must be among `labels`.
  ///   - sampleRate: Frames a second, over 0.
  ///   - keepsWindows: Whether each event lists its windows; memory then grows with an event.
  /// - Throws: What is wrong with the profile for these labels.
  package init(
    labels: [String], background: String? = nil, profile: EventProfile = EventProfile(),
    sampleRate: Double, keepsWindows: Bool = false
  ) throws(EventProfileError) {
    precondition(sampleRate.isFinite && sampleRate > 0, "The sample rate must be over 0.")
    self.labels = labels
    self.sampleRate = sampleRate
    let settings = try profile.tracks(
      labels: labels, background: background, sampleRate: sampleRate)
    tracks = settings.map { EventTrack($0, keepsWindows: keepsWindows) }
    resting = RestingTracks(settings)
  }

  /// Takes the next window and says what it opens and closes.
  package mutating func process(_ window: ScoredWindow) -> [EventAnnouncement] {
    precondition(window.scores.count == labels.count, "A window needs one score a label.")
    var announcements: [EventAnnouncement] = []
    if let last {
      if window.startFrame < last.startFrame || window.endFrame < last.endFrame {
        announcements += finish(at: last.endFrame, reason: .interrupted)
      } else if window.startFrame > last.endFrame {
        announcements += announce { track, ids, actions in
          track.interrupt(.interrupted, ids: &ids, into: &actions)
          track.expire(at: window.startFrame, into: &actions)
        }
      }
    }
    let span = window.span
    var actions: [EventTrack.Action] = []
    for place in tracks.indices {
      if resting.stays(place, in: window.scores) { continue }
      if let before = resting.wake(place) { tracks[place].resume(after: before) }
      let (source, score) = tracks[place].highest(in: window.scores)
      let heard = SmoothedWindow(
        span: span, index: nextWindow, source: source, score: score, smoothed: score)
      tracks[place].process(heard, ids: &nextID, into: &actions)
      if !actions.isEmpty { report(&actions, of: place, into: &announcements) }
      if tracks[place].isIdle { resting.lay(place, score: score) }
    }
    resting.window = span
    nextWindow += 1
    last = span
    hasTimedOut = false
    settle()
    return announcements
  }

  /// Says that the stream's time has come to `frame`, whether or not windows did.
  ///
  /// Events whose last window ended more than a window's length and the maximum gap ago are closed.
  package mutating func advance(to frame: Int64) -> [EventAnnouncement] {
    guard let last, frame > last.endFrame + last.frameCount else { return [] }
    let isFirst = !hasTimedOut
    hasTimedOut = true
    return announce { track, ids, actions in
      if isFirst { track.interrupt(.timeout, ids: &ids, into: &actions) }
      track.expire(at: frame - last.frameCount, into: &actions)
    }
  }

  /// Closes every event, at `frame` at the latest; the next window begins a new stream.
  package mutating func finish(
    at frame: Int64, reason: EventClosing = .streamEnd
  ) -> [EventAnnouncement] {
    let announcements = announce { track, ids, actions in
      track.finish(at: frame, reason: reason, ids: &ids, into: &actions)
    }
    last = nil
    hasTimedOut = false
    settledFrame = nil
    return announcements
  }

  /// Lets every track work after the windows broke off, and says what they did.
  private mutating func announce(
    _ work: (inout EventTrack, inout Int, inout [EventTrack.Action]) -> Void
  ) -> [EventAnnouncement] {
    var announcements: [EventAnnouncement] = []
    var actions: [EventTrack.Action] = []
    resting.window = nil
    for place in tracks.indices {
      work(&tracks[place], &nextID, &actions)
      if !actions.isEmpty { report(&actions, of: place, into: &announcements) }
    }
    return announcements
  }

  /// Turns what a track did into announcements, and empties the list.
  private func report(
    _ actions: inout [EventTrack.Action], of place: Int,
    into announcements: inout [EventAnnouncement]
  ) {
    let name = tracks[place].settings.name
    for action in actions {
      switch action {
      case .open(let candidate, let id):
        announcements.append(
          .opened(candidate.event(id: id, label: name, labels: labels, closing: nil)))
      case .close(let candidate, let id):
        announcements.append(
          .closed(
            candidate.event(id: id, label: name, labels: labels, closing: candidate.closing)))
      }
    }
    actions.removeAll(keepingCapacity: true)
  }

  /// What can be reported: labels in the model's order, then groups by name.
  package var reportedLabels: [String] { tracks.map(\.settings.name) }

  private mutating func settle() {
    var earliest = resting.window?.startFrame ?? .max
    for place in tracks.indices where !resting.contains(place) {
      guard let frame = tracks[place].earliestOpenFrame else { return }
      earliest = min(earliest, frame)
    }
    settledFrame = max(settledFrame ?? .min, earliest)
  }
}
