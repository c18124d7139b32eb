import AVFAudio
import Foundation

/// Reads a recording's samples through the decoder.
final class DecodedReader: SampleReader {
  let info: RecordingInfo
  private let decoder: AudioDecoder

  /// Opens a file.
  init(_ file: URL) throws(Problem) {
    do {
      decoder = try AudioDecoder(.file(path: file.path))
    } catch {
      throw Problem(decoding: error)
    }
    info = RecordingInfo(
      sampleRate: decoder.sampleRate, channelCount: decoder.channelCount,
      frameCount: decoder.estimatedFrameCount, container: decoder.containerName,
      codec: decoder.codecName)
  }

  func seek(toFrame frame: Int64) throws(Problem) {
    do {
      try decoder.seek(toFrame: frame)
    } catch {
      throw Problem(decoding: error)
    }
  }

  func next() throws(Problem) -> (position: Int64, samples: [Float])? {
    do {
      guard try decoder.readBlock() else { return nil }
    } catch {
      throw Problem(decoding: error)
    }
    var samples = [Float](repeating: 0, count: decoder.blockFrameCount)
    let heard = min(2, decoder.channelCount)
    let share = 1 / Float(heard)
    for channel in 0..<heard {
      decoder.withChannel(channel) { span in
        for index in span.indices { samples[index] += span[index] * share }
      }
    }
    return (decoder.blockFramePosition, samples)
  }
}

extension Problem {
  /// Tells a client why its recording cannot be read; the server's own path stays here.
  init(decoding error: DecodeError) {
    let text = error.explanation
    // Some reasons are sentences without a subject: "is damaged", "has no audio track".
    let verbs = ["is", "has", "holds", "needs", "ends", "changes", "cannot"]
    let first = String(text.prefix { $0.isLetter })
    let sentence =
      verbs.contains(first)
      ? "The recording \(text)" : text.prefix(1).uppercased() + text.dropFirst()
    self = .unreadable("\(sentence).")
  }
}
