package import AVFAudio
public import Foundation
import Synchronization

/// Analyses a recording, or the sound of a video file.
///
/// Any container and codec that FFmpeg reads is accepted, told by its content. Only the first
/// channel is heard. Add requests, then call one of the `analyze` forms.
public final class SNAudioFileAnalyzer: NSObject, Sendable {
  private struct State: ~Copyable, Sendable {
    /// Analyses asked for so far; each gets the next number.
    var lastNumber = 0

    /// Analyses up to this number are cancelled.
    var cancelledThrough = 0

    /// Analyses asked for and not yet ended.
    var unfinished = 0

    /// Frames that the last analysis has taken in.
    var frameCount: Int64 = 0

    /// The thread of the analysis that runs now.
    var thread: ObjectIdentifier?

    /// What the last analysis found wrong with the recording.
    var defects = AudioDefects()

    /// The frames of the whole file, once an analysis has come to its end.
    var wholeFrameCount: Int64?

    /// What that analysis reads from.
    var reader: DecodeAhead?

    /// What the last analysis noticed.
    var log: ListeningLog?
  }

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

  private let source: AudioSource
  private let listening: Listening

  /// The frames that the file promises or seems to have; nil if nobody knows.
  private let estimatedFrameCount: Int64?
  private let registry = RequestRegistry()
  private let state = Mutex(State())
  private let runLock = NSLock()
  private let queue = DispatchQueue(label: "soundanalysis.file-analyzer")
  private let opened: Mutex<AudioDecoder?>

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
  /// - Parameter listening: what of it is heard, and how; as Apple's classes hear unless told.
  /// - Throws: `SNError.invalidFile`, as `init(url:)`, also where the choices do not suit the file.
  package init(source: AudioSource, listening: Listening = Listening()) throws {
    self.source = source
    self.listening = listening
    do {
      let decoder = try TimeProfile.current.measure(.decode) { () throws(DecodeError) in
        try AudioDecoder(source, trackIndex: listening.trackIndex)
      }
      try listening.check(for: decoder)
      sampleRate = decoder.sampleRate
      channelCount = decoder.channelCount
      canStartAgain = decoder.isSeekable
      estimatedFrameCount = decoder.estimatedFrameCount
      progress = Progress(totalUnitCount: decoder.estimatedFrameCount ?? -1)
      opened = Mutex(decoder)
    } catch {
      throw SNError(opening: error)
    }
    super.init()
    progress.cancellationHandler = { [weak self] in self?.cancelAnalysis() }
  }

  /// What the last analysis found wrong with a recording that it could analyse all the same.
  package var defects: AudioDefects { state.withLock { $0.defects } }

  /// The frames that the last analysis has come to, whole windows or not.
  package var heardFrameCount: Int64 { state.withLock { $0.frameCount } }

  /// Takes the stretches that could not be heard and ended before a frame, in order, each once.
  package func takeUnheard(endingBefore frame: Int64) -> [UnheardStretch] {
    state.withLock { $0.log }?.take(endingBefore: frame) ?? []
  }

  /// The channel that is heard throughout, from 0; nil for the mean, or the best at each time.
  package var fixedChannel: Int? { listening.channel.fixedChannel(of: channelCount) }

  /// What is heard of most of some frames: `mix` or the number of a channel, from 1.
  package func channelName(for frames: Range<Int64>) -> String {
    if let fixedChannel { return "\(fixedChannel + 1)" }
    return state.withLock { $0.log }?.channelName(for: frames) ?? "mix"
  }

  /// How long each channel was heard alone though the mean is heard as a rule, and where that began.
  package var soloStretches: [(channel: Int, frameCount: Int64, first: Int64)] {
    let (log, end) = state.withLock { ($0.log, $0.frameCount) }
    return log?.soloStretches(until: end) ?? []
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
    let reader = state.withLock { state in
      state.cancelledThrough = state.lastNumber
      return state.reader
    }
    reader?.stop()
  }
}

extension SNAudioFileAnalyzer {
  private func begin() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.unfinished += 1
      return state.lastNumber
    }
  }

  private func isCancelled(_ number: Int) -> Bool {
    state.withLock { $0.cancelledThrough >= number }
  }

  /// Runs one analysis; true when it came to the end of the file.
  private func run(number: Int) -> Bool {
    defer { state.withLock { $0.unfinished -= 1 } }
    let thread = ObjectIdentifier(Thread.current)
    if state.withLock({ $0.thread == thread }) { return false }
    runLock.lock()
    state.withLock { state in
      state.thread = thread
      state.frameCount = 0
    }
    defer {
      state.withLock { $0.thread = nil }
      runLock.unlock()
    }
    let registrations = registry.registrations
    guard !registrations.isEmpty else { return !isCancelled(number) }

    let ahead: DecodeAhead
    do {
      let gain = try measureGain { [self] in isCancelled(number) }
      if isCancelled(number) { return false }
      ahead = try startReading(gain: gain)
    } catch {
      for registration in registrations {
        registry.notify(registration.identifier) { request, observer in
          observer.request(request, didFailWithError: error)
        }
      }
      return false
    }
    advanceProgress(to: 0)
    state.withLock { state in
      state.reader = ahead
      state.log = ahead.log
    }
    defer {
      state.withLock { state in
        state.reader = nil
        state.defects = ahead.defects
      }
      ahead.stop()
    }
    if isCancelled(number) { return false }
    let session = AnalysisSession(
      registry: registry, sampleRate: sampleRate, tail: listening.tail)
    var nextPosition = listening.frames(sampleRate: sampleRate).lowerBound
    for registration in registrations { session.admit(registration, at: nextPosition) }

    var block = DecodeAhead.Block()
    do {
      while let next = try ahead.next(finished: block) {
        if isCancelled(number) || session.isIdle { return false }
        block = next
        if block.position != nextPosition { session.restart(at: block.position) }
        session.append(block.samples.span)
        nextPosition = block.position + Int64(block.samples.count)
        state.withLock { [nextPosition] in $0.frameCount = nextPosition }
        advanceProgress(to: nextPosition)
      }
    } catch {
      session.fail(error)
      return false
    }
    if isCancelled(number) { return false }
    if state.withLock({ $0.frameCount == 0 }), listening.start > 0 {
      session.fail(
        SNError(
          opening: DecodeError(
            .endsBeforeStart, in: source, expected: "sound after \(listening.start) s")))
      return false
    }
    state.withLock { [nextPosition] in $0.wholeFrameCount = nextPosition }
    completeProgress(at: nextPosition)
    session.finish()
    return true
  }

  /// The decoder opened at creation for the first analysis, a new one for each later one.
  private func takeDecoder() throws(SNError) -> AudioDecoder {
    if let decoder = opened.withLock({ $0.take() }) { return decoder }
    guard source != .standardInput else {
      throw SNError(.operationFailed, "Standard input can be analysed only once.")
    }
    do {
      return try AudioDecoder(source, trackIndex: listening.trackIndex)
    } catch {
      throw SNError(opening: error)
    }
  }

  private func startReading(gain: Float) throws(SNError) -> DecodeAhead {
    let decoder = try takeDecoder()
    do {
      return try DecodeAhead(decoder, listening, gain: gain)
    } catch {
      throw SNError(opening: error)
    }
  }

  /// Hears the recording once for its loudness, where it is to be brought to another.
  private func measureGain(isCancelled: () -> Bool) throws(SNError) -> Float {
    guard listening.cleaning.normalizes else { return 1 }
    do throws(DecodeError) {
      let decoder = try AudioDecoder(source, trackIndex: listening.trackIndex)
      let meter: LoudnessMeter
      do {
        meter = try LoudnessMeter(sampleRate: sampleRate)
      } catch {
        throw DecodeError(.notFilterable, in: source, hint: "\(error)")
      }
      var plain = listening
      plain.looksForFaults = false
      let ear = try Ear(decoder, plain, gain: 1, log: ListeningLog(sampleRate: sampleRate))
      // Of a recording that breaks off, what came before is measured; the analysis tells of the rest.
      while (try? ear.hear(atLeast: Self.measuredFrameCount)) == true, !isCancelled() {
        let heard = ear.samples
        meter.append(heard.span)
        ear.clear()
      }
      return Cleaning.gain(forLoudness: meter.finish())
    } catch {
      throw SNError(opening: error)
    }
  }

  private static let measuredFrameCount = 16_384
}
