/// One channel's samples where the codec's own cannot be handed out.
final class ChannelScratch {
  fileprivate var samples: [Float] = []

  /// Where the block starts whose non-finite samples were counted last.
  fileprivate var countedPosition: Int64 = -1
}

extension AudioDecoder {
  /// Gives the body one channel's samples of the present block, full scale at 1.
  ///
  /// NaN and infinity become 0 and are counted; finite samples pass, however large. Where a file
  /// loses channels in its course, the last that is left stands for the missing ones.
  ///
  /// - Parameter index: from 0 to less than the channel count.
  package func withChannel<R>(_ index: Int, _ body: (Span<Float>) -> R) -> R {
    precondition(scratch.indices.contains(index), "The track has \(channelCount) channels.")
    precondition(blockFrameCount > 0, "A block has been read.")
    let range = blockOffset..<blockOffset + blockFrameCount
    return decoder.withSamples(ofChannel: min(index, decoder.channelCount - 1)) { coded in
      let direct: R?? = coded.withContiguousFloats { floats in
        let block = floats.extracting(range)
        return FiniteSamples.areAllFinite(block) ? body(block) : nil
      }
      if let result = direct ?? nil { return result }
      return body(convert(coded, range, into: scratch[index]).span)
    }
  }

  private func convert(
    _ coded: CodedSamples, _ range: Range<Int>, into scratch: ChannelScratch
  ) -> ArraySlice<Float> {
    if scratch.samples.count < range.count {
      scratch.samples = Array(repeating: 0, count: range.count)
    }
    coded.convert(range, into: &scratch.samples)
    guard coded.mayBeNonFinite else { return scratch.samples[..<range.count] }
    let found = FiniteSamples.clean(&scratch.samples, count: range.count)
    if let first = found.first, scratch.countedPosition != blockFramePosition {
      scratch.countedPosition = blockFramePosition
      nonFiniteSampleCount += found.count
      firstNonFiniteFrame = firstNonFiniteFrame ?? blockFramePosition + Int64(first)
      let end = blockFramePosition + Int64(found.last ?? first) + 1
      noteNonFinite(blockFramePosition + Int64(first)..<end)
    }
    return scratch.samples[..<range.count]
  }

  /// Lists a stretch, as one with the last where they nearly touch.
  private func noteNonFinite(_ frames: Range<Int64>) {
    if let last = nonFiniteRanges.last, frames.lowerBound - last.upperBound < Int64(sampleRate / 10)
    {
      let start = min(last.lowerBound, frames.lowerBound)
      nonFiniteRanges[nonFiniteRanges.count - 1] = start..<max(last.upperBound, frames.upperBound)
    } else if nonFiniteRanges.count < Self.mostNonFiniteRanges {
      nonFiniteRanges.append(frames)
    }
  }

  /// A file with more stretches than this is no recording.
  private static let mostNonFiniteRanges = 10_000
}
