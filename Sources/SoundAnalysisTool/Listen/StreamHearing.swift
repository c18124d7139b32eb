import Foundation
import SoundAnalysis
import SoundEvents

/// One live stream on its way to a report: each stretch between gaps is analysed for itself.
final class StreamHearing {
  private let name: String
  private let request: SNClassifySoundRequest
  private let format: AVAudioFormat
  private let frameLimit: Int64
  private let gateLevel: Double?
  private let report: any Report
  private var analyzer: SNAudioStreamAnalyzer?
  private var observer: ResultObserver?

  /// The frame after the last one that was heard.
  private(set) var frameCount: Int64 = 0

  /// Begins the recording in a report that has begun.
  ///
  /// - Parameters:
  ///   - duration: the seconds to hear; nil for all that comes.
  ///   - gateLevel: the level in dBFS below which a window is silent; nil for none.
  init(
    name: String, request: SNClassifySoundRequest, sampleRate: Double, duration: Double?,
    gateLevel: Double?, report: any Report
  ) throws {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 1) else {
      throw DecodeError(.invalidFormat, in: .standardInput, found: "\(sampleRate) Hz")
    }
    self.name = name
    self.request = request
    self.format = format
    self.report = report
    self.gateLevel = gateLevel
    frameLimit = duration.map { Int64(($0 * sampleRate).rounded()) } ?? .max
    try report.beginFile(Recording(path: name, sampleRate: sampleRate, channel: "1"))
  }

  /// Whether all was heard that was wanted.
  var isOver: Bool { frameCount >= frameLimit }

  /// Hears the next sound of the stream.
  func hear(_ samples: [Float], at position: Int64) throws {
    let count = Int(min(Int64(samples.count), frameLimit - position))
    guard count > 0 else { return frameCount = frameLimit }
    guard
      let buffer = AVAudioPCMBuffer(
        pcmFormat: format, frameCapacity: AVAudioFrameCount(count))
    else { preconditionFailure("A buffer of one channel can always be made.") }
    buffer.frameLength = AVAudioFrameCount(count)
    buffer.store(samples.span.extracting(first: count), channel: 0, at: 0)
    let analyzer = try self.analyzer ?? makeAnalyzer()
    analyzer.analyze(buffer, atAudioFramePosition: position)
    frameCount = position + Int64(count)
    try check()
  }

  /// Ends what is open, for no sound comes for now.
  func breakOff(_ closing: EventClosing) throws {
    try completeAnalysis()
    try report.breakOff(at: frameCount, closing: closing)
  }

  /// Tells of a gap.
  func note(_ gap: LiveGap) throws(OutputError) {
    let end = min(gap.frames.upperBound, frameLimit)
    guard end > gap.frames.lowerBound else { return }
    try report.note(
      UnheardSpan(
        startFrame: gap.frames.lowerBound, endFrame: end, reason: gap.reason.rawValue,
        clock: Self.clock.format(gap.began)))
    frameCount = max(frameCount, end)
  }

  /// Ends the recording in the report.
  ///
  /// - Parameter gap: what the stream ends in, if that is no sound.
  func finish(_ gap: LiveGap?, failure: String?, closing: EventClosing) throws {
    try completeAnalysis()
    let heardEnd = frameCount
    if let gap {
      try report.breakOff(at: heardEnd, closing: closing)
      try note(gap)
    }
    try report.endFile(frameCount: frameCount, failure: failure, closing: closing)
  }

  private static let clock = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private func makeAnalyzer() throws -> SNAudioStreamAnalyzer {
    let analyzer = SNAudioStreamAnalyzer(format: format, gateLevel: gateLevel)
    let observer = ResultObserver(write: report.write, cancel: {})
    try analyzer.add(request, withObserver: observer)
    self.analyzer = analyzer
    self.observer = observer
    return analyzer
  }

  private func completeAnalysis() throws {
    analyzer?.completeAnalysis()
    analyzer = nil
    try check()
    observer = nil
  }

  private func check() throws {
    switch observer?.failure {
    case .output(let error): throw error
    case .analysis(let error): throw error
    case nil: break
    }
  }
}
