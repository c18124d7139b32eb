/// Puts sound captions into a subtitle file that somebody made, where dialogue always wins.
///
/// No cue of the file is moved, cut or dropped. For each caption, the first of these that works:
/// 1. the file already says it at that time, in whole words: nothing is added;
/// 2. the first pause between the file's cues within the caption's time that is long enough to read:
///    the caption is cut to that pause;
/// 3. a pause that begins at most `longestDelay` after the sound does: the caption is moved there;
/// 4. the cue that is on screen when the sound begins, or the next one: a line of it.
/// Captions do not overlap dialogue or each other; neighbours that say the same are one cue.
package struct SubtitleMerge: Sendable {
  /// The shortest time in which a caption can be read, in milliseconds.
  package static let minimumDuration: Int64 = 800
  /// The most that a caption may come late, in milliseconds.
  package static let longestDelay: Int64 = 2000

  /// The most lines that a cue of the file is given; further captions are left out.
  package static let maximumLines = 2

  /// A caption is looked for in this many cues that are on screen together.
  private static let searchedCues = 64

  private let format: SubtitleFormat
  private var dialogue: [SubtitleCue]
  /// Stretches in which the file has a cue, sorted and disjoint.
  private let busy: [Range<Int64>]
  /// The latest end of each cue of the file and all before it.
  private let latestEnds: [Int64]
  /// How many lines each cue of the file was given.
  private var lineCounts: [Int: Int] = [:]
  private var added: [SubtitleCue] = []
  /// What the last of the added cues says, and where it ends.
  private var lastWords: Set<String> = []
  private var lastEnd: Int64 = 0

  /// Merges captions, in the order of time and without overlaps, into `document`.
  package static func merge(
    _ captions: [CaptionCue], into document: SubtitleDocument
  ) -> SubtitleDocument {
    var merge = SubtitleMerge(document)
    for caption in captions { merge.place(caption) }
    var merged = document
    let cues = merge.dialogue + merge.added
    // A stable sort: cues of the file that begin together keep their order.
    merged.cues = cues.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    return merged
  }

  private init(_ document: SubtitleDocument) {
    format = document.format
    dialogue = document.cues.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    var busy: [Range<Int64>] = []
    var latestEnds: [Int64] = []
    for cue in dialogue {
      latestEnds.append(max(latestEnds.last ?? cue.end, cue.end))
      if let last = busy.last, cue.start <= last.upperBound {
        busy[busy.count - 1] = last.lowerBound..<max(last.upperBound, cue.end)
      } else {
        busy.append(cue.start..<cue.end)
      }
    }
    self.busy = busy
    self.latestEnds = latestEnds
  }

  private mutating func place(_ caption: CaptionCue) {
    let words = caption.captions.filter { !isSaid($0, from: caption.start, to: caption.end) }
    guard !words.isEmpty else { return }
    let text = format.line(of: words)
    let start = max(caption.start, lastEnd)
    let latest = max(caption.end, caption.start + Self.longestDelay + Self.minimumDuration)
    for pause in pauses(from: start, to: latest) {
      let end = min(pause.upperBound, max(caption.end, pause.lowerBound + Self.minimumDuration))
      let isLate = pause.lowerBound >= caption.end
      guard end - pause.lowerBound >= min(Self.minimumDuration, caption.end - caption.start),
        !isLate || pause.lowerBound <= caption.start + Self.longestDelay
      else { continue }
      if !added.isEmpty, lastEnd == pause.lowerBound, lastWords == Set(words) {
        added[added.count - 1].end = end
      } else {
        added.append(SubtitleCue(start: pause.lowerBound, end: end, text: text))
      }
      lastWords = Set(words)
      lastEnd = end
      return
    }
    appendLine(text, at: caption.start)
  }

  /// The stretches without a cue of the file between two times.
  private func pauses(from start: Int64, to end: Int64) -> [Range<Int64>] {
    var pauses: [Range<Int64>] = []
    var position = start
    for place in busy.partitioningIndex(where: { $0.upperBound > start })..<busy.count {
      let stretch = busy[place]
      if stretch.lowerBound >= end { break }
      if stretch.lowerBound > position { pauses.append(position..<stretch.lowerBound) }
      position = max(position, stretch.upperBound)
    }
    if position < end { pauses.append(position..<end) }
    return pauses
  }
}

extension SubtitleMerge {
  /// Whether a cue of the file that is on screen in this time says the words already.
  private func isSaid(_ words: String, from start: Int64, to end: Int64) -> Bool {
    let wanted = format.escaped(words).lowercased()
    return overlapping(from: start, to: end).prefix(Self.searchedCues).contains {
      dialogue[$0].text.lowercased().containsWhole(wanted)
    }
  }

  /// Adds a line to the cue on screen at `time`, or to the next one, unless it is there already.
  private mutating func appendLine(_ text: String, at time: Int64) {
    let onScreen = overlapping(from: time, to: time + 1).first
    let place = onScreen ?? dialogue.partitioningIndex { $0.start >= time }
    guard place < dialogue.count, lineCounts[place, default: 0] < Self.maximumLines,
      !dialogue[place].text.contains(text)
    else { return }
    dialogue[place].text += "\n" + text
    lineCounts[place, default: 0] += 1
  }

  /// The places of the file's cues that share time with a stretch.
  private func overlapping(
    from start: Int64, to end: Int64
  ) -> LazyFilterSequence<Range<Int>> {
    let first = latestEnds.partitioningIndex { $0 > start }
    let last = dialogue.partitioningIndex { $0.start >= end }
    return (first..<max(first, last)).lazy.filter { dialogue[$0].end > start }
  }
}
