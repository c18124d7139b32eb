import AVFAudio
import Foundation
import Synchronization

extension SNAudioFileAnalyzer {
  /// The number of a new analysis.
  func begin() -> Int {
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
  func run(number: Int) -> Bool {
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
      registry: registry, sampleRate: sampleRate, tail: listening.tail,
      // A pipe may be live.
      gathersWindows: canStartAgain, gateLevel: listening.gateLevel,
      isCancelled: { [self] in isCancelled(number) })
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
    return session.finish()
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
