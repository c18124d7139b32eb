public import Foundation

/// Converts PCM between sample types, channel counts and sample rates.
///
/// It computes in 32-bit floats, which keep 24 bits of a sample.
public final class AVAudioConverter: NSObject {
  /// The format of what is converted.
  public let inputFormat: AVAudioFormat

  /// The format of the result.
  public let outputFormat: AVAudioFormat

  /// The input channel of each output channel, from 0; -1 for silence.
  ///
  /// At first the channels in order; one channel goes to all.
  public var channelMap: [NSNumber]

  /// Whether input channels that have no place in the output are mixed in, at equal parts.
  public var downmix: Bool = false

  /// How much work is done for quality, as an AVAudioQuality's raw value.
  ///
  /// There is one quality here, the highest; the value is kept for programs that set it.
  public var sampleRateConverterQuality: Int = AVAudioQuality.max.rawValue

  /// One for each output channel.
  private let resamplers: [SampleRateConverter]

  /// Converted samples that have not been handed out, one array an output channel.
  private var queues: [[Float]]
  private var queueStart = 0
  private var inputHasEnded = false

  /// Makes a converter; nil unless both formats are PCM of a common type and a possible rate.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard fromFormat.commonFormat != .otherFormat, toFormat.commonFormat != .otherFormat else {
      return nil
    }
    inputFormat = fromFormat
    outputFormat = toFormat
    let inputCount = Int(fromFormat.channelCount)
    let outputCount = Int(toFormat.channelCount)
    channelMap = (0..<outputCount).map {
      NSNumber(value: inputCount == 1 ? 0 : $0 < inputCount ? $0 : -1)
    }
    queues = Array(repeating: [], count: outputCount)
    var resamplers: [SampleRateConverter] = []
    for _ in 0..<outputCount {
      guard
        let resampler = try? SampleRateConverter(
          inputSampleRate: fromFormat.sampleRate, outputSampleRate: toFormat.sampleRate)
      else { return nil }
      resamplers.append(resampler)
    }
    self.resamplers = resamplers
  }

  /// Forgets the stream so far, to begin another.
  public func reset() {
    var rest: [Float] = []
    for resampler in resamplers { resampler.finish(into: &rest) }
    for channel in queues.indices { queues[channel].removeAll(keepingCapacity: true) }
    queueStart = 0
    inputHasEnded = false
  }

  /// Converts a buffer as a whole, between formats of one sample rate.
  ///
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio" with the code -50 if a buffer
  ///   has another format, the rates differ, or the output is too small.
  public func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws
  {
    try check(inputBuffer, hasFormat: inputFormat)
    try check(outputBuffer, hasFormat: outputFormat)
    guard inputFormat.sampleRate == outputFormat.sampleRate else {
      throw failure(
        "found \(inputFormat.sampleRate) Hz and \(outputFormat.sampleRate) Hz, expected one"
          + " sample rate; the form with an input block converts rates")
    }
    guard outputBuffer.frameCapacity >= inputBuffer.frameLength else {
      throw failure(
        "found room for \(outputBuffer.frameCapacity) frames, expected"
          + " \(inputBuffer.frameLength)")
    }
    outputBuffer.frameLength = inputBuffer.frameLength
    var samples: [Float] = []
    for channel in resamplers.indices {
      samples.removeAll(keepingCapacity: true)
      appendMapped(inputBuffer, to: &samples, outputChannel: channel)
      outputBuffer.store(samples.span, channel: channel, at: 0)
    }
  }

  /// Fills a buffer with converted frames, for which it asks the block for input as needed.
  ///
  /// - Parameters:
  ///   - outputBuffer: a PCM buffer of the output format; its length becomes what was converted.
  ///   - outError: gets the error if the status is `error`.
  ///   - inputBlock: gives buffers of the input format, and says when there are none.
  public func convert(
    to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
    withInputFrom inputBlock: AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    do {
      guard let output = outputBuffer as? AVAudioPCMBuffer else {
        throw failure("found a buffer of compressed data, expected a PCM buffer")
      }
      try check(output, hasFormat: outputFormat)
      return try unsafe fill(output, from: inputBlock)
    } catch {
      unsafe outError?.pointee = error as NSError
      return .error
    }
  }

  private func fill(
    _ output: AVAudioPCMBuffer, from inputBlock: AVAudioConverterInputBlock
  ) throws -> AVAudioConverterOutputStatus {
    output.frameLength = 0
    while true {
      takeQueued(into: output)
      if output.frameLength == output.frameCapacity { return .haveData }
      if inputHasEnded { return output.frameLength > 0 ? .haveData : .endOfStream }
      let missing = Double(output.frameCapacity - output.frameLength)
      let ratio = inputFormat.sampleRate / outputFormat.sampleRate
      let wanted = min((missing * ratio).rounded(.up), 0x1p30)
      var status = AVAudioConverterInputStatus.noDataNow
      let input = unsafe inputBlock(AVAudioPacketCount(wanted), &status)
      switch status {
      case .haveData:
        guard let input = input as? AVAudioPCMBuffer, input.frameLength > 0 else {
          return .inputRanDry
        }
        try check(input, hasFormat: inputFormat)
        enqueue(input)
      case .noDataNow: return .inputRanDry
      case .endOfStream:
        inputHasEnded = true
        for channel in resamplers.indices { resamplers[channel].finish(into: &queues[channel]) }
      }
    }
  }

  private func enqueue(_ input: AVAudioPCMBuffer) {
    var samples: [Float] = []
    for channel in resamplers.indices {
      samples.removeAll(keepingCapacity: true)
      appendMapped(input, to: &samples, outputChannel: channel)
      resamplers[channel].convert(samples.span, into: &queues[channel])
    }
  }

  private func takeQueued(into output: AVAudioPCMBuffer) {
    let filled = Int(output.frameLength)
    let count = min(queues[0].count - queueStart, Int(output.frameCapacity) - filled)
    guard count > 0 else { return }
    for channel in queues.indices {
      let queue = queues[channel]
      let piece = queue.span.extracting(queueStart..<queueStart + count)
      output.store(piece, channel: channel, at: filled)
    }
    output.frameLength += UInt32(count)
    queueStart += count
    guard queueStart == queues[0].count else { return }
    queueStart = 0
    for channel in queues.indices { queues[channel].removeAll(keepingCapacity: true) }
  }

  /// Appends what one output channel hears of a buffer.
  private func appendMapped(
    _ input: AVAudioPCMBuffer, to samples: inout [Float], outputChannel: Int
  ) {
    let inputCount = Int(inputFormat.channelCount)
    let source = outputChannel < channelMap.count ? channelMap[outputChannel].intValue : -1
    guard (0..<inputCount).contains(source) else {
      return samples.append(contentsOf: repeatElement(0, count: Int(input.frameLength)))
    }
    input.appendChannel(source, to: &samples)
    guard downmix, inputCount > queues.count else { return }
    var other: [Float] = []
    let mixed = stride(from: outputChannel + queues.count, to: inputCount, by: queues.count)
    for channel in mixed {
      other.removeAll(keepingCapacity: true)
      input.appendChannel(channel, to: &other)
      for index in samples.indices { samples[index] += other[index] }
    }
    let share = 1 / Float(1 + Array(mixed).count)
    for index in samples.indices { samples[index] *= share }
  }

  private func check(_ buffer: AVAudioPCMBuffer, hasFormat format: AVAudioFormat) throws {
    guard buffer.format.basicDescription == format.basicDescription else {
      throw failure("found \(buffer.format.description), expected \(format.description)")
    }
  }

  private func failure(_ text: String) -> NSError {
    AudioFileError.make(.parameter, "cannot convert the buffer: \(text)", url: nil, call: "convert")
  }
}
