package import AVFAudio
import Foundation

/// What is done to the sound before it is heard, in this order.
package struct Cleaning: Sendable, Equatable {
  /// Frequencies below this, in Hz, are taken away, by 12 dB an octave; nil for none.
  package var highpass: Double?

  /// A graph of FFmpeg's audio filters over the one channel that is heard; nil for none.
  package var filter: String?

  /// Whether the whole is brought to the loudness ``targetLoudness``.
  package var normalizes = false

  /// Changes nothing.
  package init() {}

  /// The loudness that recordings are brought to, in LUFS (EBU R 128's own).
  package static let targetLoudness = -23.0

  /// The most that a recording is made louder, in dB; what is fainter than that is noise.
  package static let mostGain = 40.0

  /// Both filters as one graph; nil where there is nothing to filter.
  package var graph: String? {
    let parts = [highpass.map { "highpass=f=\($0)" }, filter].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  /// Says whether the graph can be used at all, before there is a recording.
  ///
  /// - Throws: what is wrong with it.
  package func check() throws(FilterGraphError) {
    if let graph { _ = try AudioFilterGraph(graph, sampleRate: 48_000) }
  }

  /// The factor that brings a loudness to the target; 1 for a sound that has none.
  static func gain(forLoudness loudness: Double?) -> Float {
    guard let loudness else { return 1 }
    let decibels = min(mostGain, targetLoudness - loudness)
    return Float(pow(10, decibels / 20))
  }
}
