package import SoundAnalysis

extension EventWindows {
  /// Has a request cut windows as events need them, as far as its classifier takes such windows.
  package static func prepare(_ request: SNClassifySoundRequest) {
    request.windowDuration = CMTime(seconds: duration, preferredTimescale: 1_000_000)
    request.overlapFactor = overlapFactor
  }
}
