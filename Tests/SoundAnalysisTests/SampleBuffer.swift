import SoundAnalysis
import Testing

/// A buffer whose first channel holds samples.
func sampleBuffer(_ samples: ArraySlice<Float>, _ format: AVAudioFormat) throws -> AVAudioPCMBuffer
{
  let buffer = try #require(
    AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(1, samples.count))))
  buffer.frameLength = AVAudioFrameCount(samples.count)
  guard let channels = unsafe buffer.floatChannelData else {
    preconditionFailure("a standard format has float channels")
  }
  for (index, sample) in samples.enumerated() { unsafe channels[0][index] = sample }
  return buffer
}
