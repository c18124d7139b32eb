package import Foundation

/// Writes small WAV files for tests, byte by byte, so that no code under test makes its own input.
package struct WaveFile {
  /// The sample rate in Hz.
  package var sampleRate: Int

  /// Samples of each channel in -1...1, all of one length.
  package var channels: [[Float]]

  /// Describes a file.
  package init(sampleRate: Int, channels: [[Float]]) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// Describes a file of one channel.
  package init(sampleRate: Int, mono samples: [Float]) {
    self.init(sampleRate: sampleRate, channels: [samples])
  }

  /// The bytes of the file, 32-bit float samples.
  package var data: Data {
    let frameCount = channels.first?.count ?? 0
    let bytesPerFrame = channels.count * 4
    var data = Data()
    func append<Value: FixedWidthInteger>(_ value: Value) {
      for shift in 0..<(Value.bitWidth / 8) {
        data.append(UInt8(truncatingIfNeeded: value >> (shift * 8)))
      }
    }
    data.append(contentsOf: "RIFF".utf8)
    append(UInt32(36 + frameCount * bytesPerFrame))
    data.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(3))
    append(UInt16(channels.count))
    append(UInt32(sampleRate))
    append(UInt32(sampleRate * bytesPerFrame))
    append(UInt16(bytesPerFrame))
    append(UInt16(32))
    data.append(contentsOf: "data".utf8)
    append(UInt32(frameCount * bytesPerFrame))
    var samples = [UInt32](repeating: 0, count: frameCount * channels.count)
    for (number, channel) in channels.enumerated() {
      for frame in 0..<frameCount {
        samples[frame * channels.count + number] = channel[frame].bitPattern.littleEndian
      }
    }
    unsafe samples.withUnsafeBytes { unsafe data.append(contentsOf: $0) }
    return data
  }

  /// The bytes as a program writes them that cannot go back: both sizes are left open.
  package var liveData: Data {
    var data = data
    for place in Array(4..<8) + Array(40..<44) { data[place] = 0xFF }
    return data
  }

  /// Writes the file into a folder.
  ///
  /// - Returns: its URL.
  package func write(to folder: URL, name: String = "sound.wav") throws -> URL {
    let url = folder.appendingPathComponent(name)
    try data.write(to: url)
    return url
  }
}
