import Synchronization

/// What was noticed while a recording is heard: stretches that were not, and changes of the channel.
///
/// The reading thread writes, the analysis reads.
final class ListeningLog: Sendable {
  private struct State {
    var waiting: [UnheardStretch] = []
    var tallies: [UnheardStretch.Reason: AudioDefects.Tally] = [:]
    var channels = ChannelCourse()
  }

  /// A recording with more stretches than this gets no further ones listed.
  private static let most = 10_000

  /// Stretches of one reason with less than this between them, in frames, are one.
  private let tolerance: Int64

  private let state = Mutex(State())

  /// Makes an empty log for a recording with so many frames a second.
  init(sampleRate: Double) { tolerance = Int64(sampleRate * 0.1) }

  /// Adds a stretch; one that nearly touches the last of its reason makes that longer.
  func note(_ frames: Range<Int64>, _ reason: UnheardStretch.Reason) {
    guard !frames.isEmpty else { return }
    state.withLock { state in
      if let place = state.waiting.lastIndex(where: { $0.reason == reason }),
        frames.lowerBound <= state.waiting[place].frames.upperBound + tolerance
      {
        let old = state.waiting[place].frames
        let start = min(old.lowerBound, frames.lowerBound)
        state.waiting[place].frames = start..<max(old.upperBound, frames.upperBound)
      } else if state.waiting.count < Self.most {
        state.waiting.append(UnheardStretch(frames: frames, reason: reason))
      }
    }
  }

  /// Takes the stretches that ended so long before a frame that they cannot become longer.
  func take(endingBefore frame: Int64) -> [UnheardStretch] {
    state.withLock { state in
      let isRipe = { (stretch: UnheardStretch) in
        stretch.frames.upperBound < (frame == .max ? frame : frame - self.tolerance)
      }
      let ripe = state.waiting.filter(isRipe).sorted {
        ($0.frames.lowerBound, $0.frames.upperBound) < ($1.frames.lowerBound, $1.frames.upperBound)
      }
      state.waiting.removeAll(where: isRipe)
      for stretch in ripe { state.tallies[stretch.reason, default: .init()].add(stretch) }
      return ripe
    }
  }

  /// How much of each reason there was, with what was not taken yet.
  var tallies: [UnheardStretch.Reason: AudioDefects.Tally] {
    state.withLock { state in
      state.waiting.reduce(into: state.tallies) { $0[$1.reason, default: .init()].add($1) }
    }
  }

  /// Says that from a frame on one channel is heard, or with nil the mean of all.
  func noteChannel(_ channel: Int?, from frame: Int64) {
    state.withLock { $0.channels.note(channel, from: frame) }
  }

  /// What was heard when of several channels.
  var channels: ChannelCourse { state.withLock { $0.channels } }
}
