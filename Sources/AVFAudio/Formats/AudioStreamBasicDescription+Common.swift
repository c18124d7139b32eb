extension AudioStreamBasicDescription {
  /// Describes PCM in the host's byte order.
  init(
    _ format: AVAudioCommonFormat, sampleRate: Double, channelCount: UInt32, isInterleaved: Bool
  ) {
    let sampleBytes = UInt32(format.bytesPerSample)
    let frameBytes = isInterleaved ? sampleBytes * channelCount : sampleBytes
    let kind = format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    self.init(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kind | kAudioFormatFlagIsPacked
        | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
      mBytesPerPacket: frameBytes, mFramesPerPacket: 1, mBytesPerFrame: frameBytes,
      mChannelsPerFrame: channelCount, mBitsPerChannel: sampleBytes * 8, mReserved: 0)
  }

  /// The common name of the sample type, if it has one.
  var commonFormat: AVAudioCommonFormat {
    guard mFormatID == kAudioFormatLinearPCM, mFormatFlags & kAudioFormatFlagIsBigEndian == 0,
      mFormatFlags & kAudioFormatFlagIsPacked != 0, mChannelsPerFrame > 0
    else { return .otherFormat }
    let channelsInBuffer =
      mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
      ? 1 : mChannelsPerFrame
    guard mBytesPerFrame == mBitsPerChannel / 8 &* channelsInBuffer else { return .otherFormat }
    let isFloat = mFormatFlags & kAudioFormatFlagIsFloat != 0
    let isSigned = mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
    return switch (mBitsPerChannel, isFloat, isSigned) {
    case (32, true, _): .pcmFormatFloat32
    case (64, true, _): .pcmFormatFloat64
    case (16, false, true): .pcmFormatInt16
    case (32, false, true): .pcmFormatInt32
    default: .otherFormat
    }
  }
}

extension UInt32 {
  /// A four-character code as text, or as a number where it is none.
  var fourCharacters: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "\(self)" }
    return String(decoding: bytes, as: Unicode.ASCII.self)
  }
}
