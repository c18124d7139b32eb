package import Foundation
package import SoundAnalysis
package import SoundEvents

/// What the server needs of the rooms below it: samples, and windows with scores.
package protocol SoundEngine: Sendable {
  /// Says what a file holds.
  ///
  /// - Throws: 422 with a sentence for the user where it is no recording.
  func describe(_ file: URL) throws(Problem) -> RecordingInfo

  /// Opens a recording to read its samples.
  func reader(of file: URL) throws(Problem) -> any SampleReader

  /// Loads a classifier.
  ///
  /// - Parameter model: a `.mlmodel` file; nil for the classifier of this package.
  func classifier(_ model: URL?) throws(Problem) -> any SoundClassifier
}

/// What a recording is.
package struct RecordingInfo: Sendable, Hashable, Codable {
  /// Frames a second.
  package var sampleRate: Double

  /// The number of channels.
  package var channelCount: Int

  /// The frames that the container promises or that are estimated; nil where nobody knows.
  package var frameCount: Int64?

  /// FFmpeg's name of the container.
  package var container: String

  /// FFmpeg's name of the codec.
  package var codec: String

  /// Describes a recording.
  package init(
    sampleRate: Double, channelCount: Int, frameCount: Int64?, container: String, codec: String
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.frameCount = frameCount
    self.container = container
    self.codec = codec
  }

  /// The length in seconds, as far as it is known.
  package var duration: Double? { frameCount.map { Double($0) / sampleRate } }
}

/// Reads samples block by block; one thread at a time.
package protocol SampleReader: AnyObject {
  /// What is read.
  var info: RecordingInfo { get }

  /// Goes to a frame.
  func seek(toFrame frame: Int64) throws(Problem)

  /// The next block of the mean of the first two channels, and the frame where it starts; nil at the end.
  func next() throws(Problem) -> (position: Int64, samples: [Float])?
}

/// A classifier that is loaded.
package protocol SoundClassifier: Sendable {
  /// The labels in the order of the scores.
  var labels: [String] { get }

  /// The label that means that nothing of note is heard, if there is one; it becomes no event.
  var backgroundLabel: String? { get }

  /// The window durations that it hears, in seconds, and the one that it prefers.
  var windows: WindowChoice { get }

  /// Classifies a file, window by window.
  ///
  /// - Parameters:
  ///   - windowDuration: in seconds; one of `windows`.
  ///   - overlap: the share of a window that the next one hears again, 0 to less than 1.
  ///   - deliver: takes each window in order; false ends the analysis early.
  /// - Returns: how far it came, and what was wrong.
  func classify(
    _ file: URL, windowDuration: Double, overlap: Double,
    deliver: @escaping @Sendable (ScoredWindow) -> Bool
  ) -> Hearing
}

/// What a classification came to.
package struct Hearing: Sendable, Equatable {
  /// The frames that were taken in, whole windows or not; nil where it did not begin.
  package var frameCount: Int64?

  /// Why the recording was not heard to its end, or not all of it.
  package var problem: Problem?

  /// What was odd about a recording that was heard all the same; sentence parts without a full stop.
  package var notes: [String]

  /// The stretches that could not be heard, or not in full, in order.
  package var unheard: [UnheardSpan]

  /// What was heard when of several channels; nil of a single one.
  package var channels: ChannelCourse?

  /// Tells of a classification.
  package init(
    frameCount: Int64? = nil, problem: Problem? = nil, notes: [String] = [],
    unheard: [UnheardSpan] = [], channels: ChannelCourse? = nil
  ) {
    self.frameCount = frameCount
    self.problem = problem
    self.notes = notes
    self.unheard = unheard
    self.channels = channels
  }
}

/// The windows that a classifier allows.
package struct WindowChoice: Sendable, Hashable, Codable {
  /// The duration that is used unless another is asked for, in seconds.
  package var preferred: Double

  /// The shortest and the longest, in seconds.
  package var shortest: Double
  package var longest: Double

  /// The only durations that are allowed, in seconds; nil where everything between is.
  package var only: [Double]?

  /// Describes a choice.
  package init(preferred: Double, shortest: Double, longest: Double, only: [Double]? = nil) {
    self.preferred = preferred
    self.shortest = shortest
    self.longest = longest
    self.only = only
  }

  /// The longest allowed duration that is not longer than `duration`; nil where there is none.
  package func fitting(_ duration: Double) -> Double? {
    if let only { return only.last { $0 <= duration + 1e-9 } }
    return duration < shortest ? nil : min(duration, longest)
  }
}
