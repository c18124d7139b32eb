/// Turns events that may overlap into cues that never do, in one pass over time.
///
/// Events come in the order of their beginnings. Wherever an event begins or ends, a new cue begins,
/// except that no cue is shorter than `minimumDuration` if there is room: a shorter one takes the time
/// that it lacks from what follows at once, showing both, or from the pause after it. Neighbours that
/// say the same are one cue. A cue shows at most `maximumCaptions`, those with the highest peaks.
package struct CaptionSweep: Sendable {
  /// The shortest time in which a caption can be read, in milliseconds.
  package static let minimumDuration: Int64 = 1000
  /// More than this at once is not read.
  package static let maximumCaptions = 3

  private struct Sounding {
    var end: Int64
    var words: String
    var peak: Float
  }

  private var sounding: [Sounding] = []
  /// Up to here everything is in `pending` or `last`, or was returned.
  private var position: Int64 = .min
  private var pending: CaptionCue?
  private var pendingPeaks: [String: Float] = [:]
  /// The cue before `pending`, which is made longer should that come to say the same.
  private var last: CaptionCue?

  /// Makes a sweep at the beginning of a recording.
  package init() {}

  /// Takes the next event, in milliseconds; returns the cues that it can no longer change.
  package mutating func add(
    start: Int64, end: Int64, label: String, peak: Float
  ) -> [CaptionCue] {
    var cues: [CaptionCue] = []
    sweep(to: start, into: &cues)
    let begin = max(start, position)
    if end > begin {
      sounding.append(
        Sounding(end: end, words: CaptionText.words(for: label), peak: peak))
    }
    return cues
  }

  /// Returns the last cues of a recording that ends at `end` milliseconds.
  package mutating func finish(at end: Int64) -> [CaptionCue] {
    var cues: [CaptionCue] = []
    sweep(to: .max, into: &cues)
    flush(before: max(end, position), into: &cues)
    if let last { cues.append(last) }
    self = CaptionSweep()
    return cues
  }

  /// Cuts the time up to `target` at the ends of what sounds.
  private mutating func sweep(to target: Int64, into cues: inout [CaptionCue]) {
    while !sounding.isEmpty, position < target {
      let end = min(target, sounding.map(\.end).min() ?? target)
      if end > position { append(start: position, end: end, into: &cues) }
      position = end
      sounding.removeAll { $0.end <= end }
    }
    if target != .max { position = max(position, target) }
  }

  /// Adds a piece of time in which the same things sound.
  private mutating func append(start: Int64, end: Int64, into cues: inout [CaptionCue]) {
    var peaks: [String: Float] = [:]
    for sound in sounding { peaks[sound.words] = max(peaks[sound.words] ?? 0, sound.peak) }
    var start = start
    if let cue = pending {
      let readableEnd = cue.start + Self.minimumDuration
      if cue.end == start, start < readableEnd {
        start = min(end, readableEnd)
        extendPending(to: start, with: peaks)
        if start == end { return }
      }
      // What is not shown makes no difference, nor does a pause that the cue would last through.
      if start <= max(cue.end, readableEnd),
        Set(Self.shown(peaks)) == Set(Self.shown(pendingPeaks))
      {
        extendPending(to: end, with: peaks)
        return
      }
    }
    flush(before: start, into: &cues)
    pendingPeaks = peaks
    pending = CaptionCue(start: start, end: end, captions: Self.shown(peaks))
  }

  private mutating func extendPending(to end: Int64, with peaks: [String: Float]) {
    pendingPeaks.merge(peaks) { max($0, $1) }
    pending?.end = end
    pending?.captions = Self.shown(pendingPeaks)
  }

  /// The captions that there is room for, strongest first.
  private static func shown(_ peaks: [String: Float]) -> [String] {
    peaks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(maximumCaptions).map(\.key)
  }

  /// Ends the pending cue, made longer into a pause that lasts until `limit`.
  private mutating func flush(before limit: Int64, into cues: inout [CaptionCue]) {
    guard var cue = pending else { return }
    pending = nil
    let wanted = cue.start + Self.minimumDuration
    cue.end = max(cue.end, min(wanted, limit))
    if let before = last, before.end == cue.start, Set(before.captions) == Set(cue.captions) {
      last?.end = cue.end
    } else {
      if let last { cues.append(last) }
      last = cue
    }
  }
}

extension CaptionSweep {
  /// Takes the next finding; what was not heard has no caption.
  mutating func add(_ finding: Finding, of recording: Recording) -> [CaptionCue] {
    guard case .event(let event) = finding else { return [] }
    return add(
      start: recording.milliseconds(of: event.startFrame),
      end: recording.milliseconds(of: event.endFrame), label: event.label, peak: event.peak)
  }
}
