public import Foundation

/// Memory for audio data of one format.
///
/// `@unchecked Sendable`: no lock guards the data. Programs hand a buffer on to a queue, as Apple's
/// systems let them, and must not touch it themselves any more.
@safe open class AVAudioBuffer: NSObject, @unchecked Sendable {
  /// The format of the data.
  public let format: AVAudioFormat

  /// The bytes of each of the buffers.
  let bufferByteCapacity: Int

  private let list: UnsafeMutableRawPointer
  private let bufferCount: Int

  /// Allocates buffers that are all zero.
  init(format: AVAudioFormat, bufferCount: Int, bufferByteCapacity: Int) {
    self.format = format
    self.bufferCount = bufferCount
    self.bufferByteCapacity = bufferByteCapacity
    let listByteCount = unsafe Self.buffersOffset + bufferCount * MemoryLayout<AudioBuffer>.stride
    unsafe list = .allocate(byteCount: listByteCount, alignment: 16)
    super.init()
    unsafe list.storeBytes(of: UInt32(bufferCount), as: UInt32.self)
    for index in 0..<bufferCount {
      let data = UnsafeMutableRawPointer.allocate(
        byteCount: max(1, bufferByteCapacity), alignment: 64)
      unsafe data.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, bufferByteCapacity))
      let channels = bufferCount > 1 || !format.isInterleaved ? 1 : format.channelCount
      unsafe (buffers + index).initialize(
        to: AudioBuffer(mNumberChannels: channels, mDataByteSize: 0, mData: data))
    }
  }

  deinit {
    for index in 0..<bufferCount { unsafe data(index).deallocate() }
    unsafe list.deallocate()
  }

  private static var buffersOffset: Int {
    unsafe MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
  }

  private var buffers: UnsafeMutablePointer<AudioBuffer> {
    unsafe (list + Self.buffersOffset).assumingMemoryBound(to: AudioBuffer.self)
  }

  /// The samples of one buffer.
  func data(_ index: Int) -> UnsafeMutableRawPointer {
    precondition((0..<bufferCount).contains(index), "The buffer list has \(bufferCount) buffers.")
    return unsafe buffers[index].mData!
  }

  /// Says how many bytes of each buffer count.
  func setByteSize(_ byteCount: Int) {
    for index in 0..<bufferCount { unsafe buffers[index].mDataByteSize = UInt32(byteCount) }
  }

  /// The list of buffers, to read.
  public var audioBufferList: UnsafePointer<AudioBufferList> {
    unsafe UnsafePointer(mutableAudioBufferList)
  }

  /// The list of buffers, to write.
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
    unsafe list.assumingMemoryBound(to: AudioBufferList.self)
  }
}
