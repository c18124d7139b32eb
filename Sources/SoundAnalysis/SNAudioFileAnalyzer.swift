package import AVFAudio
public import Foundation
import Synchronization

/// Analyses a recording, or the sound of a video file.
///
/// Any container and codec that FFmpeg reads is accepted, told by its content. Only the first
/// channel is heard. Add requests, then call one of the `analyze` forms.
public final class SNAudioFileAnalyzer: NSObject, Sendable {
  /// Frames a second of the file, and of every time that its results hold.
  package let sampleRate: Double

  /// Whether the recording can be heard again; a pipe cannot.
  package let canStartAgain: Bool

  /// The channels of the track that is heard.
  package let channelCount: Int

  /// How far the last analysis has come, in frames of the file. Ours.
  ///
  /// `totalUnitCount` is -1 where the length is not known, and an estimate until the end where the
  /// file does not say. Cancelling it cancels the analysis.
  public let progress: Progress

  let source: AudioSource
  let listening: Listening

  /// The frames that the file promises or seems to have; nil if nobody knows.
  private let estimatedFrameCount: Int64?
  private let isFrameCountExact: Bool
  let registry = RequestRegistry()
  let state = Mutex(FileAnalysisState())
  let runLock = NSLock()
  private let queue = DispatchQueue(label: "soundanalysis.file-analyzer")
  let opened: Mutex<AudioDecoder?>

  /// Opens a file.
  ///
  /// - Parameter url: a file URL.
  /// - Throws: `SNError.invalidFile` where the file is missing, cannot be read or holds no audio.
  public convenience init(url: URL) throws {
    guard url.isFileURL else {
      throw SNError(
        .invalidFile, "Cannot open \(url.absoluteString): only file URLs are supported.")
    }
    try self.init(source: .file(path: url.path))
  }

  /// Opens a file, or a pipe on standard input.
  ///
  /// - Parameters:
  ///   - listening: what of it is heard, and how; as Apple's classes hear unless told.
  ///   - watch: sees how long a pipe gives nothing.
  /// - Throws: `SNError.invalidFile`, as `init(url:)`, also where the choices do not suit the file.
  package init(
    source: AudioSource, listening: Listening = Listening(), watch: ReadWatch? = nil
  ) throws {
    self.source = source
    self.listening = listening
    let ownProgress: AnalysisProgress
    do {
      let decoder = try TimeProfile.current.measure(.decode) { () throws(DecodeError) in
        try AudioDecoder(source, trackIndex: listening.trackIndex, watch: watch)
      }
      try listening.check(for: decoder)
      sampleRate = decoder.sampleRate
      channelCount = decoder.channelCount
      canStartAgain = decoder.isSeekable
      estimatedFrameCount = decoder.estimatedFrameCount
      isFrameCountExact = decoder.isFrameCountExact
      ownProgress = AnalysisProgress(totalUnitCount: decoder.estimatedFrameCount ?? -1)
      progress = ownProgress
      opened = Mutex(decoder)
    } catch {
      throw SNError(opening: error)
    }
    super.init()
    ownProgress.onCancel { [weak self] in self?.cancelAnalysis() }
  }

  /// What the last analysis found wrong with a recording that it could analyse all the same.
  package var defects: AudioDefects { state.withLock { $0.defects } }

  /// The frames that the last analysis has come to, whole windows or not.
  package var heardFrameCount: Int64 { state.withLock { $0.frameCount } }

  /// The frame that an analysis begins with.
  package var startFrame: Int64 { listening.frames(sampleRate: sampleRate).lowerBound }

  /// How much sound the last analysis has heard, in seconds, from where it began.
  package var heardDuration: Double { Double(max(0, heardFrameCount - startFrame)) / sampleRate }

  /// Takes the stretches that could not be heard and ended before a frame, in order, each once.
  package func takeUnheard(endingBefore frame: Int64) -> [UnheardStretch] {
    state.withLock { $0.log }?.take(endingBefore: frame) ?? []
  }

  /// The channel that is heard throughout, from 0; nil for the mean, or the best at each time.
  package var fixedChannel: Int? { listening.channel.fixedChannel(of: channelCount) }

  /// What is heard of most of some frames: `mix` or the number of a channel, from 1.
  package func channelName(for frames: Range<Int64>) -> String {
    if let fixedChannel { return "\(fixedChannel + 1)" }
    return channelCourse?.name(for: frames) ?? "mix"
  }

  /// What was heard when of several channels; nil where one is heard throughout, or nothing yet.
  package var channelCourse: ChannelCourse? {
    fixedChannel == nil ? state.withLock { $0.log }?.channels : nil
  }

  /// How long each channel was heard alone though the mean is heard as a rule, and where that began.
  package var soloStretches: [(channel: Int, frameCount: Int64, first: Int64)] {
    let (log, end) = state.withLock { ($0.log, $0.frameCount) }
    return log?.channels.soloStretches(until: end) ?? []
  }

  /// One sentence part for each channel that was heard alone because the mean of all lost the sound.
  package var soloDescriptions: [String] {
    soloStretches.map { stretch in
      let duration = AudioDefects.seconds(Double(stretch.frameCount) / sampleRate)
      let first = AudioDefects.seconds(Double(stretch.first) / sampleRate)
      return
        "channel \(stretch.channel + 1) heard alone for \(duration) s, the first at \(first) s, "
        + "where the mean of the channels loses the sound"
    }
  }

  /// Finds out how long the whole recording is, though hearing ends before: by the container's promise,
  /// else by decoding it once more.
  ///
  /// - Returns: its frames; nil for a pipe.
  package func measureFrameCount() -> Int64? {
    guard canStartAgain else { return nil }
    if isFrameCountExact, let estimatedFrameCount { return estimatedFrameCount }
    guard let decoder = try? AudioDecoder(source, trackIndex: listening.trackIndex) else {
      return nil
    }
    // Of a recording that breaks off, there is what comes before.
    while (try? decoder.readBlock()) == true {}
    return decoder.nextFramePosition
  }

  /// The frames of the whole file, as far as they are known; -1 if they are not.
  var totalFrameCount: Int64 {
    state.withLock { $0.wholeFrameCount } ?? estimatedFrameCount ?? -1
  }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - request: an `SNClassifySoundRequest`.
  ///   - observer: gets the results; held weakly.
  /// - Throws: `SNError.operationFailed` while the file is being analysed, or when the request was
  ///   added before.
  public func add(_ request: any SNRequest, withObserver observer: any SNResultsObserving) throws {
    guard state.withLock({ $0.unfinished == 0 }) else {
      throw SNError(
        .operationFailed,
        "A request cannot be added while the file is being analysed; add it before or after.")
    }
    try registry.add(request, observer: observer)
  }

  /// Removes a request; when this returns, its observer gets no further call.
  public func remove(_ request: any SNRequest) {
    registry.remove(request)
  }

  /// Removes every request.
  public func removeAllRequests() {
    registry.removeAll()
  }

  /// Analyses the whole file and returns when it is done; observers are called on this thread.
  ///
  /// A call from inside an observer's method does nothing.
  public func analyze() {
    _ = run(number: begin())
  }

  /// Starts to analyse the file and returns at once; observers are called on a thread of the analyzer.
  ///
  /// - Parameter completionHandler: called once, after all results, with true at the end of the
  ///   file and false after an error or a cancellation.
  public func analyze(completionHandler: @escaping @Sendable (Bool) -> Void) {
    let number = begin()
    queue.async { [self] in completionHandler(run(number: number)) }
  }

  /// Analyses the whole file.
  ///
  /// - Returns: true at the end of the file, false after an error or a cancellation.
  @discardableResult
  public func analyze() async -> Bool {
    await withCheckedContinuation { continuation in
      analyze { continuation.resume(returning: $0) }
    }
  }

  /// Cancels the analyses asked for so far; their completion handlers get false.
  ///
  /// Observers of a cancelled analysis are told neither of completion nor of failure.
  public func cancelAnalysis() {
    cancel(forGood: false)
  }

  /// Cancels the analyses asked for so far, and all that will be.
  package func cancelForGood() {
    cancel(forGood: true)
  }

  private func cancel(forGood isForGood: Bool) {
    let reader = state.withLock { state in
      state.cancelledThrough = max(state.cancelledThrough, isForGood ? .max : state.lastNumber)
      return state.reader
    }
    reader?.stop()
  }
}
