/// Points to the samples of one channel, or of all channels frame by frame.
@unsafe public struct AudioBuffer {
  /// The channels in the buffer.
  public var mNumberChannels: UInt32
  /// The bytes in the buffer that count.
  public var mDataByteSize: UInt32
  /// The samples.
  public var mData: UnsafeMutableRawPointer?

  /// Makes a buffer from its parts.
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    unsafe self.mNumberChannels = mNumberChannels
    unsafe self.mDataByteSize = mDataByteSize
    unsafe self.mData = mData
  }
}

/// The head of a list of buffers; the second and later buffers follow it in memory.
@unsafe public struct AudioBufferList {
  /// How many buffers the list has.
  public var mNumberBuffers: UInt32
  /// The first buffer.
  public var mBuffers: AudioBuffer

  /// Makes a list of one buffer.
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    unsafe self.mNumberBuffers = mNumberBuffers
    unsafe self.mBuffers = mBuffers
  }
}
