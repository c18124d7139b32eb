extension AVAudioPCMBuffer {
  /// Appends one channel's samples that count, as 32-bit floats with full scale at 1.
  ///
  /// - Parameter channel: from 0 to less than the channel count.
  package func appendChannel(_ channel: Int, to samples: inout [Float]) {
    precondition((0..<Int(format.channelCount)).contains(channel), "The buffer has that channel.")
    let count = Int(frameLength)
    switch format.commonFormat {
    case .pcmFormatFloat32: append(Float.self, channel, count, to: &samples) { $0 }
    case .pcmFormatFloat64: append(Double.self, channel, count, to: &samples) { Float($0) }
    case .pcmFormatInt16:
      append(Int16.self, channel, count, to: &samples) { Float($0) * 0x1p-15 }
    case .pcmFormatInt32:
      append(Int32.self, channel, count, to: &samples) { Float($0) * 0x1p-31 }
    case .otherFormat: preconditionFailure("Only samples of a common format can be converted.")
    }
  }

  /// Writes samples into one channel, in the buffer's own type; integers are rounded and clipped.
  ///
  /// - Parameters:
  ///   - channel: from 0 to less than the channel count.
  ///   - frame: where the first sample goes; all must fit in the capacity.
  package func store(_ samples: Span<Float>, channel: Int, at frame: Int) {
    precondition((0..<Int(format.channelCount)).contains(channel), "The buffer has that channel.")
    precondition(frame >= 0 && frame + samples.count <= Int(frameCapacity), "The samples fit.")
    switch format.commonFormat {
    case .pcmFormatFloat32: store(samples, Float.self, channel, frame) { $0 }
    case .pcmFormatFloat64: store(samples, Double.self, channel, frame) { Double($0) }
    case .pcmFormatInt16:
      store(samples, Int16.self, channel, frame) {
        Int16(min(32_767, max(-32_768, ($0 * 0x1p15).rounded())))
      }
    case .pcmFormatInt32:
      store(samples, Int32.self, channel, frame) {
        Int32(min(0x7FFF_FFFF, max(-0x8000_0000, (Double($0) * 0x1p31).rounded())))
      }
    case .otherFormat: preconditionFailure("Only samples of a common format can be converted.")
    }
  }

  /// Appends frames of interleaved samples to a buffer of 32-bit floats, each channel apart.
  ///
  /// - Parameters:
  ///   - samples: whole frames with as many channels as the buffer.
  ///   - first: the first frame to take.
  ///   - count: how many; all must fit behind the frames that count.
  func storeInterleaved(_ samples: Span<Float>, from first: Int, count: Int) {
    precondition(format.isStandard, "The buffer holds 32-bit floats, each channel apart.")
    precondition(Int(frameLength) + count <= Int(frameCapacity), "The samples fit.")
    let channelCount = Int(format.channelCount)
    precondition((first + count) * channelCount <= samples.count, "The frames are there.")
    for channel in 0..<channelCount {
      let target = unsafe self.first(Float.self, channel) + Int(frameLength)
      for frame in 0..<count {
        unsafe target[frame] = samples[(first + frame) * channelCount + channel]
      }
    }
    frameLength += AVAudioFrameCount(count)
  }

  /// Writes zeros into all channels.
  ///
  /// - Parameter frame: where the first goes; all must fit in the capacity.
  func storeSilence(_ count: Int, at frame: Int) {
    precondition(frame >= 0 && frame + count <= Int(frameCapacity), "The zeros fit.")
    let frameBytes = Int(format.basicDescription.mBytesPerFrame)
    let channelsApart = format.isInterleaved ? 1 : Int(format.channelCount)
    for index in 0..<channelsApart {
      let start = unsafe data(index) + frame * frameBytes
      unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count * frameBytes)
    }
  }

  private func first<Sample>(_ type: Sample.Type, _ channel: Int) -> UnsafeMutablePointer<Sample> {
    format.isInterleaved
      ? unsafe data(0).assumingMemoryBound(to: Sample.self) + channel
      : unsafe data(channel).assumingMemoryBound(to: Sample.self)
  }

  @inline(__always)
  private func append<Sample>(
    _ type: Sample.Type, _ channel: Int, _ count: Int, to samples: inout [Float],
    _ convert: (Sample) -> Float
  ) {
    let source = unsafe first(type, channel)
    samples.reserveCapacity(samples.count + count)
    for index in 0..<count { unsafe samples.append(convert(source[index * stride])) }
  }

  @inline(__always)
  private func store<Sample>(
    _ samples: Span<Float>, _ type: Sample.Type, _ channel: Int, _ frame: Int,
    _ convert: (Float) -> Sample
  ) {
    let target = unsafe first(type, channel) + frame * stride
    for index in samples.indices { unsafe target[index * stride] = convert(samples[index]) }
  }
}
