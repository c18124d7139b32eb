/// Buffers of one format and size, used again as soon as nobody else holds them.
struct BufferPool {
  /// The format of the buffers.
  let format: AVAudioFormat

  /// The frames that fit into one.
  let frameCapacity: AVAudioFrameCount

  private var buffers: [AVAudioPCMBuffer] = []

  /// More than these are not kept: whoever holds so many will hold them for long.
  private static let mostBuffers = 32

  /// Makes an empty pool; the format must be PCM.
  init(format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    self.format = format
    self.frameCapacity = frameCapacity
  }

  /// Takes an empty buffer; nil where none can be made.
  mutating func take() -> AVAudioPCMBuffer? {
    for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) {
      buffers[index].frameLength = 0
      return buffers[index]
    }
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
      return nil
    }
    if buffers.count < Self.mostBuffers { buffers.append(buffer) }
    return buffer
  }
}
