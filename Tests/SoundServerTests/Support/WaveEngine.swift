import Foundation
import SoundEvents
import Synchronization

@testable import SoundServer

/// An engine too simple to be wrong: reads 32-bit float WAV files, tells silence, tone and noise apart.
///
/// A window's scores come from its loudness and its zero crossings alone.
struct WaveEngine: SoundEngine {
  /// Seconds that each window takes.
  var delay = 0.0

  func describe(_ file: URL) throws(Problem) -> RecordingInfo { try WaveReader(file).info }

  func reader(of file: URL) throws(Problem) -> any SampleReader { try WaveReader(file) }

  func classifier(_ model: URL?) throws(Problem) -> any SoundClassifier {
    guard let model else { return WaveClassifier(delay: delay, labels: WaveClassifier.builtIn) }
    guard let text = try? String(contentsOf: model, encoding: .utf8), text.hasPrefix("model:")
    else {
      throw .unusableModel("This is no model.")
    }
    return WaveClassifier(
      delay: delay, labels: ["silence", "own_tone", "own_noise"], backgroundLabel: "own_noise")
  }
}

/// Tells silence, tone and noise apart.
struct WaveClassifier: SoundClassifier {
  static let builtIn = ["silence", "pure_tone", "white_noise"]

  var delay: Double
  var labels: [String]
  var backgroundLabel: String?
  var windows: WindowChoice { WindowChoice(preferred: 3, shortest: 0.5, longest: 15) }

  func classify(
    _ file: URL, windowDuration: Double, overlap: Double,
    deliver: @escaping @Sendable (ScoredWindow) -> Bool
  ) -> Hearing {
    let reader: WaveReader
    do { reader = try WaveReader(file) } catch { return Hearing(problem: error) }
    let rate = reader.info.sampleRate
    let length = Int((windowDuration * rate).rounded())
    var index = 0
    while true {
      let start = Int((Double(index) * windowDuration * (1 - overlap) * rate).rounded())
      guard start + length <= reader.samples.count else {
        return Hearing(frameCount: Int64(reader.samples.count))
      }
      if delay > 0 { Thread.sleep(forTimeInterval: delay) }
      let scores = Self.scores(Array(reader.samples[start..<start + length]))
      let window = ScoredWindow(
        startFrame: Int64(start), endFrame: Int64(start + length), scores: scores)
      guard deliver(window) else { return Hearing(frameCount: window.endFrame) }
      index += 1
    }
  }

  static func scores(_ samples: [Float]) -> [Float] {
    let power = samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
    guard power > 1e-6 else { return [1, 0, 0] }
    let crossings = zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    let share = Float(crossings) / Float(samples.count)
    return share > 0.3 ? [0, 0.1, 0.9] : [0, 0.9, 0.1]
  }
}

/// Reads the files that `WaveFile` writes.
final class WaveReader: SampleReader {
  let info: RecordingInfo
  let samples: [Float]
  private var position: Int = 0

  init(_ file: URL) throws(Problem) {
    guard let data = try? Data(contentsOf: file) else {
      throw .unreadable("There is no such file.")
    }
    guard data.count > 44, data.prefix(4) == Data("RIFF".utf8) else {
      throw .unreadable("This is not an audio file.")
    }
    func number(_ offset: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
    }
    let channels = number(22, 2)
    let count = (data.count - 44) / 4 / channels
    samples = (0..<count).map { frame in
      let values = (0..<min(2, channels)).map { channel in
        Float(bitPattern: UInt32(number(44 + 4 * (frame * channels + channel), 4)))
      }
      return values.reduce(0, +) / Float(values.count)
    }
    info = RecordingInfo(
      sampleRate: Double(number(24, 4)), channelCount: channels, frameCount: Int64(count),
      container: "wav", codec: "pcm_f32le")
  }

  func seek(toFrame frame: Int64) throws(Problem) { position = min(Int(frame), samples.count) }

  func next() throws(Problem) -> (position: Int64, samples: [Float])? {
    guard position < samples.count else { return nil }
    let end = min(position + 1000, samples.count)
    defer { position = end }
    return (Int64(position), Array(samples[position..<end]))
  }
}
