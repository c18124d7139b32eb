import AVFAudio
import Testing

/// Buffers: what is written through Apple's pointers is what is read.
struct AVAudioPCMBufferTests {
  @Test func deinterleavedFloatsLieApart() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
    #expect(buffer.frameLength == 0)
    #expect(buffer.stride == 1)
    let channels = unsafe try #require(unsafe buffer.floatChannelData)
    for index in 0..<100 {
      unsafe channels[0][index] = Float(index)
      unsafe channels[1][index] = -Float(index)
    }
    buffer.frameLength = 60

    var left: [Float] = []
    var right: [Float] = []
    buffer.appendChannel(0, to: &left)
    buffer.appendChannel(1, to: &right)

    #expect(left == (0..<60).map { Float($0) })
    #expect(right == (0..<60).map { -Float($0) })
    let list = unsafe buffer.audioBufferList.pointee
    #expect(unsafe list.mNumberBuffers == 2)
    #expect(unsafe list.mBuffers.mDataByteSize == 240)
    #expect(unsafe buffer.int16ChannelData == nil)
    #expect(unsafe buffer.int32ChannelData == nil)
  }

  @Test func interleavedIntegersShareOneBlock() throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
    #expect(buffer.stride == 2)
    let channels = unsafe try #require(unsafe buffer.int16ChannelData)
    for index in 0..<8 { unsafe channels[0][index] = Int16(index * 1000) }
    buffer.frameLength = 4

    var right: [Float] = []
    buffer.appendChannel(1, to: &right)

    #expect(right == [1000, 3000, 5000, 7000].map { $0 / 32_768 })
    #expect(unsafe channels[1][0] == 1000)
    #expect(unsafe buffer.floatChannelData == nil)
    #expect(unsafe buffer.audioBufferList.pointee.mNumberBuffers == 1)
  }

  @Test func newBufferIsSilent() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 5000))
    buffer.frameLength = 5000
    var samples: [Float] = []
    buffer.appendChannel(0, to: &samples)
    #expect(samples.allSatisfy { $0 == 0 })
  }

  @Test func compressedFormatHasNoPCMBuffer() throws {
    let format = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
      ]))
    #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10) == nil)
  }

  @Test func lengthBeyondTheCapacityTraps() async {
    await #expect(processExitsWith: .failure) {
      let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)
      let buffer = AVAudioPCMBuffer(pcmFormat: format!, frameCapacity: 5)
      buffer?.frameLength = 6
    }
  }
}
