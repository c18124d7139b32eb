import Foundation
import SoundAnalysis
import SoundEvents
import Synchronization

/// Brings a microphone's sound to an analyzer, and its results to a report.
struct Listener {
  let request: SNClassifySoundRequest
  let device: AudioInputDevice?

  /// Seconds to listen; nil until interrupted.
  let duration: Double?

  /// The level in dBFS below which a window is silent; nil for none.
  let gateLevel: Double?

  let output: LiveOutput
  let report: any Report
  let console: Console

  /// Seconds without any sound after which the user is told.
  private static let longestQuiet = 5.0

  /// The frames of a tap's buffer, in seconds: what latency the taps add.
  private static let bufferDuration = 0.02

  /// Listens until interrupted, until the duration is over, or until it cannot go on.
  func run(until listeningEnd: ListeningEnd) throws -> ExitStatus {
    let engine = AVAudioEngine()
    let input = engine.inputNode
    input.device = device
    let name = deviceName
    // Without this the analyzer would be made for a microphone that is not there.
    let format = input.outputFormat(forBus: 0)
    guard format.sampleRate > 0 else {
      try engine.start()
      throw ListenError.formatUnknown(device: name)
    }
    try output.begin()
    try report.begin()
    try report.beginFile(
      Recording(path: name, sampleRate: format.sampleRate, channel: "1"))
    let observer = ResultObserver(write: report.write) { listeningEnd.end(.failed) }
    let analyzer = SNAudioStreamAnalyzer(format: format, gateLevel: gateLevel)
    try analyzer.add(request, withObserver: observer)
    let feed = SoundFeed(
      analyzer: analyzer, frameLimit: duration.map { Int64(($0 * format.sampleRate).rounded()) }
    ) { listeningEnd.end(.finished) }
    input.installTap(
      onBus: 0, bufferSize: AVAudioFrameCount(format.sampleRate * Self.bufferDuration),
      format: format, block: feed.take)
    let token = NotificationCenter.default.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
    ) { _ in listeningEnd.end(.failed) }
    defer { NotificationCenter.default.removeObserver(token) }
    try engine.start()
    let reason = wait(for: listeningEnd, feed: feed, name: name)
    engine.stop()
    analyzer.completeAnalysis()
    return try finish(
      observer, feed: feed, failure: engine.failure,
      closing: reason == .failed ? .streamEnd : .stopped)
  }

  private var deviceName: String {
    if let device { return device.identifier }
    let chosen = ProcessInfo.processInfo.environment[AudioInputDevice.environmentVariable]
    return chosen.flatMap { $0.isEmpty ? nil : $0 } ?? "microphone"
  }

  private func wait(
    for listeningEnd: ListeningEnd, feed: SoundFeed, name: String
  ) -> ListeningEnd.Reason {
    var quiet = 0.0
    var frameCount: Int64 = 0
    var isTold = false
    while true {
      if let reason = listeningEnd.wait(seconds: 1) { return reason }
      quiet = feed.frameCount == frameCount ? quiet + 1 : 0
      frameCount = feed.frameCount
      if quiet == 0 { isTold = false }
      if quiet >= Self.longestQuiet, !isTold {
        console.say("\(name): no sound has come for \(Int(quiet)) s; still waiting")
        isTold = true
      }
    }
  }

  private func finish(
    _ observer: ResultObserver, feed: SoundFeed, failure: (any Error)?, closing: EventClosing
  ) throws -> ExitStatus {
    var sentence = failure?.localizedDescription
    switch observer.failure {
    case .analysis(let error): sentence = sentence ?? error.localizedDescription
    case .output(let error): throw error
    case nil: break
    }
    if feed.lostFrameCount > 0 {
      let seconds = FixedDecimal.shortText(feed.lostDuration) ?? "?"
      console.say("\(seconds) s of sound were lost: they came faster than they could be analysed")
    }
    try report.endFile(frameCount: feed.frameCount, failure: sentence, closing: closing)
    try report.end()
    guard let sentence else { return .success }
    console.say(sentence)
    return .failure
  }
}

/// Says why listening could not begin.
enum ListenError: LocalizedError {
  /// The microphone opened once and not twice.
  case formatUnknown(device: String)

  /// One line: which microphone, what happened.
  var errorDescription: String? {
    switch self {
    case .formatUnknown(let device):
      "\(device): the microphone came and went; start the command again"
    }
  }
}
