// Measures what a live stream costs, by the size of its buffers; Benchmarks/stream.sh runs it.

import Foundation
import SoundAnalysis

/// Counts results.
final class Counter: NSObject, SNResultsObserving {
  private(set) var count = 0

  func request(_ request: any SNRequest, didProduce result: any SNResult) { count += 1 }
}

/// The CPU time that the process has used, in seconds.
func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Stereo noise of a fixed seed, quiet enough to be nothing in particular.
func noise(_ frameCount: Int, format: AVAudioFormat) -> AVAudioPCMBuffer? {
  guard
    let buffer = AVAudioPCMBuffer(
      pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)),
    let channels = unsafe buffer.floatChannelData
  else { return nil }
  buffer.frameLength = AVAudioFrameCount(frameCount)
  var state: UInt32 = 1
  for channel in 0..<2 {
    for frame in 0..<frameCount {
      state = state &* 1_664_525 &+ 1_013_904_223
      unsafe channels[channel][frame] = Float(Int32(bitPattern: state)) * 0x1p-33
    }
  }
  return buffer
}

/// The CPU seconds for a stream of some length in buffers of some size; the pace does not matter.
func cost(seconds: Int, bufferFrames: Int, format: AVAudioFormat) throws -> Double {
  let counter = Counter()
  let analyzer = SNAudioStreamAnalyzer(format: format)
  try analyzer.add(
    SNClassifySoundRequest(classifierIdentifier: .version1), withObserver: counter)
  guard let buffer = noise(bufferFrames, format: format) else {
    throw SNError(.unknownError)
  }
  let bufferCount = seconds * 48_000 / bufferFrames
  func feed(_ numbers: Range<Int>) {
    for number in numbers {
      analyzer.analyze(buffer, atAudioFramePosition: Int64(number * bufferFrames))
    }
  }
  // The first results warm everything up.
  let warmUp = 6 * 48_000 / bufferFrames
  feed(0..<warmUp)
  let start = processorTime()
  feed(warmUp..<warmUp + bufferCount)
  return processorTime() - start
}

let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 600
guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
  fatalError("48 kHz stereo is a format.")
}
let sizes = [("10 ms", 480), ("100 ms", 4_800), ("1 s", 48_000)]
var best = [Double](repeating: .infinity, count: sizes.count)
for _ in 0..<5 {
  for (index, size) in sizes.enumerated() {
    best[index] = min(
      best[index], try cost(seconds: seconds, bufferFrames: size.1, format: format))
  }
}
print("48 kHz stereo, \(seconds) s of sound, windows of 3 s every 1.5 s; smallest of 5 runs\n")
print("| buffers | CPU s | ratio to 1 s | share of a core |")
print("|---|---|---|---|")
for (index, size) in sizes.enumerated() {
  let ratio = best[index] / best[sizes.count - 1]
  let share = best[index] / Double(seconds) * 100
  print(
    String(
      format: "| %@ | %.3f | %.3f | %.2f %% |", size.0 as NSString, best[index], ratio, share))
}
