import Foundation
import SoundAnalysis
import TestSupport

/// What one hearing of a recording gave.
struct Hearing {
  var results: [SNClassificationResult]
  var errors: [NSError]
  var unheard: [UnheardStretch]
  var analyzer: SNAudioFileAnalyzer

  /// Start and end of each window in seconds, with its mark.
  var windows: [String] {
    results.map { result in
      let range = result.timeRange
      return String(format: "%.3f-%.3f", range.start.seconds, range.end.seconds)
        + (result.fit.mark.map { " \($0)" } ?? "")
    }
  }

  /// The scores of each window.
  var scores: [[Float]] { results.map(\.scores) }

  /// Hears a file with windows of some seconds.
  init(
    _ url: URL, window: Double = 1, overlap: Double = 0, _ change: (inout Listening) -> Void
  ) throws {
    var listening = Listening()
    listening.looksForFaults = true
    change(&listening)
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTime(seconds: window, preferredTimescale: 1_000_000)
    request.overlapFactor = overlap
    try self.init(url, request, listening)
  }

  /// Hears a file with a request.
  init(_ url: URL, _ request: SNClassifySoundRequest, _ listening: Listening) throws {
    let recorder = Recorder()
    analyzer = try SNAudioFileAnalyzer(source: .file(path: url.path), listening: listening)
    try analyzer.add(request, withObserver: recorder)
    analyzer.analyze()
    results = recorder.results
    errors = recorder.errors
    unheard = analyzer.takeUnheard(endingBefore: .max)
  }

  /// The stretches of a reason in seconds.
  func seconds(_ reason: UnheardStretch.Reason) -> [ClosedRange<Double>] {
    unheard.filter { $0.reason == reason }.map {
      let rate = analyzer.sampleRate
      return Double($0.frames.lowerBound) / rate...Double($0.frames.upperBound) / rate
    }
  }
}

/// The ffmpeg command in a folder.
func runFFmpeg(_ arguments: [String], in folder: TemporaryFolder) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
  process.currentDirectoryURL = folder.url
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
}
