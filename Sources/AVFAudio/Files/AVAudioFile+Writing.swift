public import Foundation

extension AVAudioFile {
  /// Creates a file to write 32-bit floats to, each channel in a buffer of its own.
  ///
  /// - Parameters:
  ///   - fileURL: the file; its extension names the container: wav, caf, aiff, flac or m4a.
  ///   - settings: the format of the data in the file, by the settings keys.
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio": "typ?" (1954115647) for
  ///   another extension, "fmt?" (1718449215) for a format that the container cannot hold.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(
      forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Creates a file to write samples of a type to.
  ///
  /// - Parameters:
  ///   - fileURL: the file; its extension names the container: wav, caf, aiff, flac or m4a.
  ///   - settings: the format of the data in the file, by the settings keys.
  ///   - format: the sample type of the buffers that are written.
  ///   - interleaved: whether the channels of the buffers share one block.
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio": "typ?" (1954115647) for
  ///   another extension, "fmt?" (1718449215) for a format that the container cannot hold.
  public convenience init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
    interleaved: Bool
  ) throws {
    guard fileURL.isFileURL, let fileFormat = AVAudioFormat(settings: settings),
      AudioLimits.sampleRates.contains(Int64(clampingRate: fileFormat.sampleRate)),
      AudioLimits.channelCounts.contains(Int64(fileFormat.channelCount)),
      let processingFormat = AVAudioFormat(
        format, sampleRate: fileFormat.sampleRate, channelCount: fileFormat.channelCount,
        isInterleaved: interleaved, channelLayout: nil)
    else {
      throw AudioFileError.make(
        .unsupportedFormat, "cannot write \(fileURL.path): the settings name no possible format",
        url: fileURL, call: "create")
    }
    do throws(EncodeError) {
      let plan = try EncodingPlan(
        path: fileURL.path, description: fileFormat.basicDescription,
        settings: SettingsReader(settings))
      let encoder = try AudioEncoder(
        path: fileURL.path, plan: plan, sampleRate: fileFormat.sampleRate,
        channelCount: Int(fileFormat.channelCount))
      self.init(
        writingTo: fileURL, fileFormat: fileFormat, processingFormat: processingFormat,
        encoder: encoder)
    } catch {
      throw AudioFileError.wrap(error, url: fileURL, call: "create")
    }
  }

  /// Writes the frames of a buffer that count.
  ///
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio": -50 if the buffer has another
  ///   format than the processing format, "prm?" (1886547263) if the disk refuses.
  public func write(from buffer: AVAudioPCMBuffer) throws {
    guard let encoder else {
      throw AudioFileError.make(
        .notOpen, "the file is not open for writing", url: url, call: "write")
    }
    guard buffer.format.basicDescription == processingFormat.basicDescription else {
      throw AudioFileError.make(
        .parameter,
        "cannot write the buffer: found \(buffer.format.description), expected "
          + processingFormat.description, url: url, call: "write")
    }
    let samples = (0..<Int(processingFormat.channelCount)).map { channel in
      var samples: [Float] = []
      buffer.appendChannel(channel, to: &samples)
      return samples
    }
    do throws(EncodeError) {
      try encoder.write(samples)
      advance(by: buffer.frameLength)
    } catch {
      throw AudioFileError.wrap(error, url: url, call: "write")
    }
  }
}

extension Int64 {
  /// A rate as an integer, 0 where it is none.
  fileprivate init(clampingRate rate: Double) {
    self = Int64(exactly: rate.rounded()) ?? 0
  }
}
