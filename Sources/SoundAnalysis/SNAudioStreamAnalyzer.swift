public import AVFAudio
public import Foundation

/// Analyses sound that arrives in buffers: a microphone, a socket, anything live.
///
/// Only the first channel is heard. Observers are called on the thread that calls `analyze` or
/// `completeAnalysis`, before that call returns. Call from one serial queue, as buffers must come
/// in order; the call may take as long as the analysis of the buffer does, so it is not for a
/// realtime thread. From inside an observer's method requests may be added and removed and the
/// analysis completed; a buffer handed over there is ignored.
///
/// `@unchecked Sendable`: `stream` is only touched with `lock` held; the registry has its own lock.
public final class SNAudioStreamAnalyzer: NSObject, @unchecked Sendable {
  private let format: AVAudioFormat
  private let gateLevel: Double?
  private let registry = RequestRegistry()
  private let lock = NSRecursiveLock()
  private var stream: StreamState?
  private var isComplete = false

  /// Whether a call further up on this thread is delivering results.
  private var isAnalyzing = false

  /// Makes an analyzer for buffers of one format.
  ///
  /// - Parameter format: a PCM format; one that cannot be analysed shows when a request is added.
  public convenience init(format: AVAudioFormat) {
    self.init(format: format, gateLevel: nil)
  }

  /// Makes an analyzer that asks the model about no window below a level.
  ///
  /// - Parameters:
  ///   - format: as for `init(format:)`.
  ///   - gateLevel: in dBFS; nil for none, as Apple's analyzer does.
  package init(format: AVAudioFormat, gateLevel: Double?) {
    self.format = format
    self.gateLevel = gateLevel
  }

  /// Adds a request; it takes part from the next buffer on.
  ///
  /// - Parameters:
  ///   - request: an `SNClassifySoundRequest`.
  ///   - observer: gets the results; held weakly.
  /// - Throws: `SNError.invalidFormat` where the analyzer's format is not PCM or has no rate or
  ///   channels; `SNError.operationFailed` when the request was added before.
  public func add(_ request: any SNRequest, withObserver observer: any SNResultsObserving) throws {
    guard format.commonFormat != .otherFormat, format.channelCount > 0,
      format.sampleRate.isFinite, format.sampleRate >= 1
    else {
      throw SNError(
        .invalidFormat,
        "Cannot analyse the format \(format); expected PCM with a sample rate and channels.")
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

  /// Analyses the next buffer of the stream.
  ///
  /// A buffer that does not follow its predecessor (by more than one frame) begins the stream
  /// anew: what was heard of an unfinished window is dropped and windows start at the new
  /// position. A buffer of another format ends every request with `SNError.invalidFormat`.
  ///
  /// - Parameters:
  ///   - audioBuffer: an `AVAudioPCMBuffer` in the analyzer's format, with any number of frames.
  ///   - audioFramePosition: the position of its first frame in the client's time; the times of
  ///     results follow it.
  public func analyze(
    _ audioBuffer: AVAudioBuffer, atAudioFramePosition audioFramePosition: AVAudioFramePosition
  ) {
    lock.lock()
    defer { lock.unlock() }
    guard !isComplete, !isAnalyzing else { return }
    guard let buffer = audioBuffer as? AVAudioPCMBuffer,
      buffer.format === format || buffer.format == format
    else {
      stop(
        with: SNError(
          .invalidFormat,
          "A buffer of the format \(audioBuffer.format) cannot be analysed; this analyzer expects "
            + "\(format). Make a new analyzer when the format changes."))
      return
    }
    guard StreamState.positions.contains(audioFramePosition) else {
      for registration in registry.registrations {
        registry.notify(registration.identifier) { request, observer in
          observer.request(
            request,
            didFailWithError: SNError(
              .operationFailed,
              "A buffer at frame \(audioFramePosition) cannot be analysed; expected a position "
                + "within \(StreamState.positions)."))
        }
      }
      return
    }
    guard buffer.frameLength > 0 else { return }
    let state = self.stream ?? makeState()
    self.stream = state
    isAnalyzing = true
    state.append(buffer, at: audioFramePosition)
    isAnalyzing = false
    if isComplete { finish() }
  }

  /// Ends the stream: remaining results are delivered, then each request is told of its completion.
  ///
  /// Later buffers are ignored.
  public func completeAnalysis() {
    lock.lock()
    defer { lock.unlock() }
    guard !isComplete else { return }
    isComplete = true
    if !isAnalyzing { finish() }
  }

  private func makeState() -> StreamState {
    StreamState(registry: registry, sampleRate: format.sampleRate, gateLevel: gateLevel)
  }

  private func finish() {
    let state = stream ?? makeState()
    stream = nil
    state.finish()
  }

  /// Ends every request with an error.
  private func stop(with error: SNError) {
    for registration in registry.registrations {
      registry.notify(registration.identifier) { request, observer in
        observer.request(request, didFailWithError: error)
      }
    }
    registry.removeAll()
    stream = nil
  }
}
