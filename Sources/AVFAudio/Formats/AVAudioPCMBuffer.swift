/// Memory for uncompressed samples, of which a part counts.
@safe public final class AVAudioPCMBuffer: AVAudioBuffer, @unchecked Sendable {
  /// The most frames that fit.
  public let frameCapacity: AVAudioFrameCount

  /// The frames that count; 0 at first, at most the capacity.
  public var frameLength: AVAudioFrameCount = 0 {
    didSet {
      precondition(
        frameLength <= frameCapacity,
        "The frame length \(frameLength) exceeds the capacity of \(frameCapacity) frames.")
      setByteSize(Int(frameLength) * Int(format.basicDescription.mBytesPerFrame))
    }
  }

  /// From one sample of a channel to its next: 1, or the number of channels if interleaved.
  public let stride: Int

  private let planes: UnsafeMutablePointer<UnsafeMutableRawPointer>

  /// Allocates a buffer; nil if the format is no PCM or the size cannot be counted.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let description = format.basicDescription
    guard description.mFormatID == kAudioFormatLinearPCM, description.mBytesPerFrame > 0 else {
      return nil
    }
    let byteCount = Int(frameCapacity) * Int(description.mBytesPerFrame)
    guard byteCount <= Int(UInt32.max) else { return nil }
    let channelCount = Int(format.channelCount)
    self.frameCapacity = frameCapacity
    stride = format.isInterleaved ? channelCount : 1
    unsafe planes = .allocate(capacity: channelCount)
    super.init(
      format: format, bufferCount: format.isInterleaved ? 1 : channelCount,
      bufferByteCapacity: byteCount)
    let sampleByteCount = Int(description.mBitsPerChannel / 8)
    for channel in 0..<channelCount {
      let plane =
        format.isInterleaved ? unsafe data(0) + channel * sampleByteCount : unsafe data(channel)
      unsafe (planes + channel).initialize(to: plane)
    }
  }

  deinit { unsafe planes.deallocate() }

  /// The samples of each channel, full scale at 1; nil if they are no 32-bit floats.
  ///
  /// Sample n of channel c is `floatChannelData[c][n * stride]`.
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    unsafe channelData(.pcmFormatFloat32)
  }

  /// The samples of each channel; nil if they are no 16-bit integers.
  public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    unsafe channelData(.pcmFormatInt16)
  }

  /// The samples of each channel; nil if they are no 32-bit integers.
  public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    unsafe channelData(.pcmFormatInt32)
  }

  private func channelData<Sample>(
    _ type: AVAudioCommonFormat
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == type else { return nil }
    return unsafe UnsafeRawPointer(planes)
      .assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
  }
}
