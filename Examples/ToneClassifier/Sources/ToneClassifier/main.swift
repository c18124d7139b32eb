import Foundation
import SoundAnalysis

/// Prints the first label of every window.
final class Printer: NSObject, SNResultsObserving {
  func request(_ request: any SNRequest, didProduce result: any SNResult) {
    guard let result = result as? SNClassificationResult, let top = result.classifications.first
    else { return }
    let time = String(format: "%.2f", result.timeRange.start.seconds)
    print("\(time) s: \(top.identifier) \(Int((top.confidence * 100).rounded())) %")
  }

  func request(_ request: any SNRequest, didFailWithError error: any Error) {
    print("failed: \(error.localizedDescription)")
  }
}

/// A second each of silence, a low tone and a high tone, at 16 kHz.
func makeSound(format: AVAudioFormat) -> AVAudioPCMBuffer? {
  let rate = Int(format.sampleRate)
  let frequencies = [0.0, 300.0, 4000.0]
  guard
    let buffer = AVAudioPCMBuffer(
      pcmFormat: format, frameCapacity: AVAudioFrameCount(rate * frequencies.count)),
    let samples = buffer.floatChannelData?[0]
  else { return nil }
  for (second, frequency) in frequencies.enumerated() {
    for frame in 0..<rate {
      let phase = 2 * Double.pi * frequency * Double(frame) / format.sampleRate
      samples[second * rate + frame] = Float(0.5 * sin(phase))
    }
  }
  buffer.frameLength = buffer.frameCapacity
  return buffer
}

let model = try SoundClassifier(configuration: MLModelConfiguration()).model
let request = try SNClassifySoundRequest(mlModel: model)
request.overlapFactor = 0
let printer = Printer()
guard let format = AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1),
  let sound = makeSound(format: format)
else { fatalError("no memory for three seconds of sound") }
let analyzer = SNAudioStreamAnalyzer(format: format)
try analyzer.add(request, withObserver: printer)
analyzer.analyze(sound, atAudioFramePosition: 0)
analyzer.completeAnalysis()
