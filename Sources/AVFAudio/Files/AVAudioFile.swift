public import Foundation

/// An audio file that is read or written as PCM buffers, whatever its own format is.
public final class AVAudioFile: NSObject {
  /// Where the file is.
  public let url: URL

  /// The format of the data in the file.
  public let fileFormat: AVAudioFormat

  /// The format of the buffers: the file's rate and channels, a PCM sample type.
  public let processingFormat: AVAudioFormat

  private var decoder: AudioDecoder?

  /// Takes what is written; nil for a file that is read, and once it is closed.
  var encoder: AudioEncoder?

  private var position: AVAudioFramePosition = 0
  private var pendingError: DecodeError?
  private var countedLength: AVAudioFramePosition?

  /// The frames of the present block that have been handed out.
  private var takenFromBlock = 0

  /// Opens a file to read it as 32-bit floats, each channel in a buffer of its own.
  ///
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio" whose code is an OSStatus:
  ///   -43 for a missing file, "typ?" (1954115647) for one that is no audio.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file to read it as samples of a type.
  ///
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio" whose code is an OSStatus:
  ///   -43 for a missing file, "typ?" (1954115647) for one that is no audio, -50 for a sample type
  ///   that is none.
  public init(
    forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    guard fileURL.isFileURL else {
      throw AudioFileError.make(
        .unsupportedType, "not a file: \(fileURL.absoluteString)", url: fileURL, call: "open")
    }
    let decoder: AudioDecoder
    do throws(DecodeError) {
      decoder = try AudioDecoder(.file(path: fileURL.path))
    } catch {
      throw AudioFileError.wrap(error, url: fileURL, call: "open")
    }
    guard
      let processingFormat = AVAudioFormat(
        format, sampleRate: decoder.sampleRate, channelCount: UInt32(decoder.channelCount),
        isInterleaved: interleaved, channelLayout: nil)
    else {
      throw AudioFileError.make(
        .parameter, "cannot read as samples of the type \(format.name)", url: fileURL,
        call: "open")
    }
    url = fileURL
    self.decoder = decoder
    self.processingFormat = processingFormat
    fileFormat = AVAudioFormat(
      CodecFormat.description(
        codecName: decoder.codecName, sampleRate: decoder.sampleRate,
        channelCount: decoder.channelCount), channelLayout: nil)
  }

  /// Makes a file that is written.
  init(
    writingTo url: URL, fileFormat: AVAudioFormat, processingFormat: AVAudioFormat,
    encoder: AudioEncoder
  ) {
    self.url = url
    self.fileFormat = fileFormat
    self.processingFormat = processingFormat
    self.encoder = encoder
  }

  deinit { close() }

  /// Whether the file can still be read or written.
  public var isOpen: Bool { decoder != nil || encoder != nil }

  /// Closes the file, which completes one that was written; reading and writing then throw.
  public func close() {
    if encoder != nil { countedLength = position }
    // Apple's form of this method cannot throw; a full disk shows at the next write before.
    try? encoder?.finish()
    encoder = nil
    decoder = nil
  }

  /// Says that more frames have been written.
  func advance(by frameCount: AVAudioFrameCount) {
    position += Int64(frameCount)
  }

  /// The frames of the file, without the encoder's delay and padding.
  ///
  /// Where the file does not say, they are counted by decoding it once, at the first call.
  public var length: AVAudioFramePosition {
    if encoder != nil { return position }
    if let countedLength { return countedLength }
    let length = countFrames()
    countedLength = length
    return length
  }

  private func countFrames() -> AVAudioFramePosition {
    if let decoder, decoder.isFrameCountExact, let count = decoder.estimatedFrameCount {
      return count
    }
    guard let counter = try? AudioDecoder(.file(path: url.path)) else { return 0 }
    var end: AVAudioFramePosition = 0
    while (try? counter.readBlock()) == true {
      end = counter.blockFramePosition + Int64(counter.blockFrameCount)
    }
    return end
  }

  /// Where the next read starts, in frames; setting it seeks to exactly that frame.
  ///
  /// A seek that fails makes the next read throw.
  public var framePosition: AVAudioFramePosition {
    get { position }
    set {
      precondition(newValue >= 0, "Frame positions start at 0.")
      position = newValue
      takenFromBlock = 0
      do throws(DecodeError) {
        pendingError = nil
        try decoder?.seek(toFrame: newValue)
      } catch {
        pendingError = error
      }
    }
  }

  /// Reads frames until the buffer is full or the file ends.
  ///
  /// At the end of the file the buffer's frame length becomes 0.
  public func read(into buffer: AVAudioPCMBuffer) throws {
    try read(into: buffer, frameCount: buffer.frameCapacity)
  }

  /// Reads at most so many frames into the start of a buffer.
  ///
  /// At the end of the file the buffer's frame length becomes 0. Where sound is missing in the
  /// middle there are zeros, so that what follows keeps its time. A file that is damaged to its end
  /// first gives the frames before.
  ///
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio": -50 if the buffer has
  ///   another format than the processing format.
  public func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    guard let decoder else {
      throw AudioFileError.make(
        .notOpen, "the file is not open for reading", url: url, call: "read")
    }
    guard buffer.format.basicDescription == processingFormat.basicDescription else {
      throw AudioFileError.make(
        .parameter,
        "cannot read into the buffer: found \(buffer.format.description), expected "
          + processingFormat.description, url: url, call: "read")
    }
    buffer.frameLength = 0
    do throws(DecodeError) {
      if let pendingError { throw pendingError }
      try fill(buffer, upTo: Int(min(frames, buffer.frameCapacity)), from: decoder)
    } catch {
      if buffer.frameLength == 0 { throw AudioFileError.wrap(error, url: url, call: "read") }
      pendingError = error
    }
  }

  private func fill(
    _ buffer: AVAudioPCMBuffer, upTo wanted: Int, from decoder: AudioDecoder
  ) throws(DecodeError) {
    while Int(buffer.frameLength) < wanted {
      if takenFromBlock >= decoder.blockFrameCount {
        takenFromBlock = 0
        guard try decoder.readBlock() else { return }
      }
      let filled = Int(buffer.frameLength)
      let missing = decoder.blockFramePosition + Int64(takenFromBlock) - position
      if missing > 0 {
        let count = Int(min(Int64(wanted - filled), missing))
        buffer.storeSilence(count, at: filled)
        position += Int64(count)
        buffer.frameLength += UInt32(count)
        continue
      }
      let count = min(wanted - filled, decoder.blockFrameCount - takenFromBlock)
      for channel in 0..<decoder.channelCount {
        decoder.withChannel(channel) { samples in
          let piece = samples.extracting(takenFromBlock..<takenFromBlock + count)
          buffer.store(piece, channel: channel, at: filled)
        }
      }
      takenFromBlock += count
      position += Int64(count)
      buffer.frameLength += UInt32(count)
    }
  }
}
