import AVFAudio

/// All samples of a file, read through the decoder.
struct DecodedAudio {
  /// One array a channel.
  var channels: [[Float]]
  var sampleRate: Double
  /// What ended the reading, if it was no proper end.
  var failure: DecodeError?
  var damagedPacketCount: Int

  var frameCount: Int { channels[0].count }

  /// The samples of all channels, frame by frame.
  var interleaved: [Float] {
    (0..<frameCount).flatMap { frame in channels.map { $0[frame] } }
  }

  init(_ path: String, trackIndex: Int? = nil) throws {
    try self.init(.file(path: path), trackIndex: trackIndex)
  }

  init(_ source: AudioSource, trackIndex: Int? = nil) throws {
    let decoder = try AudioDecoder(source, trackIndex: trackIndex)
    self.init(readingOn: decoder)
  }

  init(readingOn decoder: AudioDecoder) {
    channels = Array(repeating: [], count: decoder.channelCount)
    sampleRate = decoder.sampleRate
    failure = nil
    damagedPacketCount = 0
    do throws(DecodeError) {
      while try decoder.readBlock() {
        for index in channels.indices {
          decoder.withChannel(index) { samples in
            unsafe samples.withUnsafeBufferPointer { unsafe channels[index] += $0 }
          }
        }
      }
    } catch {
      failure = error
    }
    damagedPacketCount = decoder.damagedPacketCount
  }
}
