private import Foundation

/// Cuts live sound into the buffers that a tap asked for, in the format that it asked for.
///
/// Not thread-safe; the slot that holds it guards it.
final class AudioTap {
  private let block: AVAudioNodeTapBlock
  private let requestedFormat: AVAudioFormat?
  private let requestedFrameCount: AVAudioFrameCount

  private var route: Route?

  /// Whether the tap was removed; its block is not called any more.
  private var isRemoved = false

  /// What turns the present microphone's sound into buffers.
  private struct Route {
    let deviceFormat: AVAudioFormat
    var pool: BufferPool
    let frameCount: AVAudioFrameCount
    let converter: AVAudioConverter?
    var converted: BufferPool?

    /// The buffer that is being filled.
    var pending: AVAudioPCMBuffer?

    /// Where it starts, and where the next block must.
    var pendingPosition: Int64 = 0
    var nextPosition: Int64?

    /// The converter's frames given out since the sound was last broken, and where that was.
    var origin: Int64 = 0
    var convertedCount: Int64 = 0
  }

  /// The buffers that a tap can ask for, in seconds; other sizes become the nearest of these.
  static let bufferDurations = 0.02...0.4

  init(
    bufferSize: AVAudioFrameCount, format: AVAudioFormat?, block: @escaping AVAudioNodeTapBlock
  ) {
    requestedFrameCount = bufferSize
    requestedFormat = format
    self.block = block
  }

  /// Takes a block of the microphone's sound.
  func take(_ sound: borrowing CaptureSession.Block, deviceFormat: AVAudioFormat) {
    if route?.deviceFormat != deviceFormat { route = makeRoute(deviceFormat) }
    guard route != nil else { return }
    if let next = route?.nextPosition, next != sound.position {
      flush(hostTime: sound.hostTime)
      route?.converter?.reset()
      route?.nextPosition = nil
    }
    let channelCount = Int(deviceFormat.channelCount)
    let frameCount = sound.samples.count / channelCount
    if route?.nextPosition == nil {
      let origin = outputPosition(sound.position)
      route?.origin = origin
      route?.convertedCount = 0
    }
    var done = 0
    while done < frameCount {
      guard let buffer = pendingBuffer(startingAt: sound.position + Int64(done)),
        let capacity = route?.frameCount
      else { return }
      let count = min(frameCount - done, Int(capacity - buffer.frameLength))
      buffer.storeInterleaved(sound.samples.span, from: done, count: count)
      done += count
      if buffer.frameLength == capacity {
        flush(hostTime: hostTime(of: sound, before: frameCount - done))
      }
    }
    route?.nextPosition = sound.position + Int64(frameCount)
  }

  /// Ends the calls of the block, also those for sound that is being taken.
  func remove() { isRemoved = true }

  /// Hands on what has gathered, to forget the microphone.
  func end() {
    flush(hostTime: AVAudioTime.currentHostTime())
    route = nil
  }

  private func makeRoute(_ deviceFormat: AVAudioFormat) -> Route? {
    let limits = Self.bufferDurations
    let rate = requestedFormat.map(\.sampleRate) ?? 0
    let seconds = Double(requestedFrameCount) / (rate > 0 ? rate : deviceFormat.sampleRate)
    let duration = min(max(seconds, limits.lowerBound), limits.upperBound)
    let frameCount = AVAudioFrameCount((duration * deviceFormat.sampleRate).rounded())
    let pool = BufferPool(format: deviceFormat, frameCapacity: frameCount)
    // A format without rate or channels was read while there was no microphone.
    guard let wanted = requestedFormat, wanted != deviceFormat, wanted.sampleRate > 0,
      wanted.channelCount > 0
    else {
      return Route(
        deviceFormat: deviceFormat, pool: pool, frameCount: frameCount, converter: nil,
        converted: nil)
    }
    guard let converter = AVAudioConverter(from: deviceFormat, to: wanted) else {
      EngineLog.say("a tap cannot get the format \(wanted); the microphone has \(deviceFormat)")
      return nil
    }
    let most = Double(frameCount) / deviceFormat.sampleRate * wanted.sampleRate
    return Route(
      deviceFormat: deviceFormat, pool: pool, frameCount: frameCount, converter: converter,
      converted: BufferPool(format: wanted, frameCapacity: AVAudioFrameCount(most * 2) + 64))
  }

  private func pendingBuffer(startingAt position: Int64) -> AVAudioPCMBuffer? {
    if let pending = route?.pending { return pending }
    let buffer = route?.pool.take()
    route?.pending = buffer
    route?.pendingPosition = position
    return buffer
  }

  /// A place of the microphone's stream, in frames of the tap's format.
  private func outputPosition(_ position: Int64) -> Int64 {
    guard let route, let converter = route.converter else { return position }
    let ratio = converter.outputFormat.sampleRate / converter.inputFormat.sampleRate
    return Int64((Double(position) * ratio).rounded())
  }

  private func hostTime(
    of sound: borrowing CaptureSession.Block, before frameCount: Int
  ) -> UInt64 {
    let rate = route?.deviceFormat.sampleRate ?? 1
    let late = UInt64(Double(frameCount) / rate * 1e9)
    return sound.hostTime > late ? sound.hostTime - late : 0
  }

  /// Hands on the buffer that is being filled.
  ///
  /// - Parameter hostTime: when its last frame was heard.
  private func flush(hostTime: UInt64) {
    guard let buffer = route?.pending, let position = route?.pendingPosition else { return }
    route?.pending = nil
    guard buffer.frameLength > 0, !isRemoved else { return }
    let rate = buffer.format.sampleRate
    let length = UInt64(Double(buffer.frameLength) / rate * 1e9)
    let start = hostTime > length ? hostTime - length : 0
    guard let converter = route?.converter else {
      return block(buffer, AVAudioTime(hostTime: start, sampleTime: position, atRate: rate))
    }
    convert(buffer, with: converter, hostTime: start)
  }

  private func convert(
    _ buffer: AVAudioPCMBuffer, with converter: AVAudioConverter, hostTime: UInt64
  ) {
    guard let output = route?.converted?.take(), let first = route else { return }
    var isTaken = false
    let status = unsafe converter.convert(to: output, error: nil) { _, status in
      unsafe status.pointee = isTaken ? .noDataNow : .haveData
      defer { isTaken = true }
      return isTaken ? nil : buffer
    }
    guard status != .error, output.frameLength > 0 else { return }
    route?.convertedCount += Int64(output.frameLength)
    block(
      output,
      AVAudioTime(
        hostTime: hostTime, sampleTime: first.origin + first.convertedCount,
        atRate: output.format.sampleRate))
  }
}
