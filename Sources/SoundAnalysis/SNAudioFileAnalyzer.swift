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

    /// What that analysis reads from.
    var reader: DecodeAhead?
  }

  /// Frames a second of the file, and of every time that its results hold.
  package let sampleRate: Double

  private let source: AudioSource
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
  /// - Throws: `SNError.invalidFile`, as `init(url:)`.
  package init(source: AudioSource) throws {
    self.source = source
    do {
      let decoder = try AudioDecoder(source)
      sampleRate = decoder.sampleRate
      opened = Mutex(decoder)
    } catch {
      throw SNError(opening: error)
    }
  }

  /// What the last analysis found wrong with a recording that it could analyse all the same.
  package var defects: AudioDefects { state.withLock { $0.defects } }

  /// The frames that the last analysis has come to, whole windows or not.
  package var heardFrameCount: Int64 { state.withLock { $0.frameCount } }

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

    let decoder: AudioDecoder
    do {
      decoder = try takeDecoder()
    } catch {
      for registration in registrations {
        registry.notify(registration.identifier) { request, observer in
          observer.request(request, didFailWithError: error)
        }
      }
      return false
    }
    let sampleRate = decoder.sampleRate
    let ahead = DecodeAhead(decoder)
    state.withLock { $0.reader = ahead }
    defer {
      state.withLock { state in
        state.reader = nil
        state.defects = ahead.defects
      }
      ahead.stop()
    }
    if isCancelled(number) { return false }
    let session = AnalysisSession(registry: registry, sampleRate: sampleRate)
    for registration in registrations { session.admit(registration, at: 0) }

    var block = DecodeAhead.Block()
    var nextPosition: Int64 = 0
    do {
      while let next = try ahead.next(finished: block) {
        if isCancelled(number) || session.isIdle { return false }
        block = next
        if block.position != nextPosition { session.restart(at: block.position) }
        session.append(block.samples.span)
        nextPosition = block.position + Int64(block.samples.count)
        state.withLock { [nextPosition] in $0.frameCount = nextPosition }
      }
    } catch {
      session.fail(error)
      return false
    }
    if isCancelled(number) { return false }
    session.finish()
    return true
  }

  /// The decoder opened at creation for the first analysis, a new one for each later one.
  private func takeDecoder() throws(SNError) -> AudioDecoder {
    if let decoder = opened.withLock({ $0.take() }) { return decoder }
    guard case .file = source else {
      throw SNError(.operationFailed, "Standard input can be analysed only once.")
    }
    do {
      return try AudioDecoder(source)
    } catch {
      throw SNError(opening: error)
    }
  }
}
