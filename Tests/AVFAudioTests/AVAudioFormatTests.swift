import AVFAudio
import Testing

/// Formats as Apple's clients make and read them.
struct AVAudioFormatTests {
  @Test func standardFormatIsDeinterleavedFloat() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    #expect(format.commonFormat == .pcmFormatFloat32)
    #expect(!format.isInterleaved)
    #expect(format.isStandard)
    #expect(format.description == "1 ch, 48000 Hz, Float32")
    let description = unsafe format.streamDescription.pointee
    #expect(description.mFormatID == 1_819_304_813)
    #expect(description.mBytesPerFrame == 4)
    #expect(description.mBitsPerChannel == 32)
  }

  @Test(arguments: [
    (AVAudioCommonFormat.pcmFormatInt16, true, UInt32(4), UInt32(12)),
    (.pcmFormatInt32, false, 4, 44), (.pcmFormatFloat64, true, 16, 9),
    (.pcmFormatFloat32, true, 8, 9),
  ])
  func descriptionHasTheBytesAndFlags(
    _ type: AVAudioCommonFormat, _ isInterleaved: Bool, _ frameBytes: UInt32, _ flags: UInt32
  ) throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: type, sampleRate: 44_100, channels: 2, interleaved: isInterleaved))
    let description = unsafe format.streamDescription.pointee
    #expect(description.mBytesPerFrame == frameBytes)
    #expect(description.mFormatFlags == flags)
    #expect(unsafe AVAudioFormat(streamDescription: format.streamDescription) == format)
    #expect(AVAudioFormat(settings: format.settings) == format)
  }

  @Test func impossibleFormatsAreNil() {
    #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: -1, channels: 1) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: .nan, channels: 1) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 0) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 3) == nil)
    #expect(
      AVAudioFormat(
        commonFormat: .otherFormat, sampleRate: 48_000, channels: 1, interleaved: false) == nil)
    #expect(AVAudioFormat(settings: [:]) == nil)
    #expect(AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatLinearPCM]) == nil)
  }

  @Test func layoutAllowsMoreChannels() throws {
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
    #expect(format.channelCount == 6)
    #expect(format.channelLayout == layout)
    #expect(AVAudioChannelLayout(layoutTag: 0) == nil)
  }

  @Test func settingsAcceptEveryNumberType() throws {
    let format = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 22_050,
        AVNumberOfChannelsKey: UInt8(1), AVLinearPCMBitDepthKey: Int16(24),
        AVLinearPCMIsBigEndianKey: true,
      ]))
    #expect(format.sampleRate == 22_050)
    #expect(format.commonFormat == .otherFormat)
    let description = unsafe format.streamDescription.pointee
    #expect(description.mBytesPerFrame == 3)
    #expect(description.mFormatFlags == 14)
  }

  @Test func equalContentIsEqual() throws {
    let first = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
    let second = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
    let third = try #require(AVAudioFormat(standardFormatWithSampleRate: 8001, channels: 2))
    #expect(first == second)
    #expect(first.hash == second.hash)
    #expect(first != third)
  }
}
