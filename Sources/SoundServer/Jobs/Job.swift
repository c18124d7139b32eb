import Foundation
import SoundAnalysis
import SoundEvents
import Synchronization

/// One recording that is, or was, classified.
final class Job: Sendable {
  /// Where a job stands.
  enum State: String, Sendable, Codable {
    case queued, running, done, failed, cancelled

    /// Whether nothing more will come.
    var isFinal: Bool { self == .done || self == .failed || self == .cancelled }
  }

  /// What changes.
  struct Status: Sendable {
    var state = State.queued
    var problem: Problem?
    var notes: [String] = []
    var unheard: [UnheardSpan] = []
    var channels: ChannelCourse?
    var frameCount: Int64?
    var isCancelled = false
    var isOverviewComplete = false
    var heardFrames: Int64 = 0
    var started: ContinuousClock.Instant?
    var finished: ContinuousClock.Instant?
    var lastUse = ContinuousClock.now
  }

  /// A random name that nobody guesses.
  let id: String

  /// The folder of its own: the recording, the overview, the scores.
  let folder: URL

  /// The recording's name, for display.
  let name: String

  /// The recording's size.
  let byteCount: Int64

  /// What the recording is.
  let info: RecordingInfo

  /// How it is classified.
  let classifier: any SoundClassifier
  let model: Model?
  let windowDuration: Double
  let overlap: Double

  /// The layout of its overview.
  let overview: OverviewFormat

  /// The scores so far.
  let scores: ScoreStore

  private let status: Mutex<Status>

  init(
    id: String, folder: URL, name: String, byteCount: Int64, info: RecordingInfo,
    classifier: any SoundClassifier, model: Model?, windowDuration: Double, overlap: Double
  ) throws {
    self.id = id
    self.folder = folder
    self.name = name
    self.byteCount = byteCount
    self.info = info
    self.classifier = classifier
    self.model = model
    self.windowDuration = windowDuration
    self.overlap = overlap
    overview = OverviewFormat(sampleRate: info.sampleRate)
    scores = try ScoreStore(
      folder.appendingPathComponent("scores"), labelCount: classifier.labels.count)
    status = Mutex(Status(frameCount: info.frameCount))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The recording's bytes.
  var recording: URL { Self.recording(in: folder) }

  /// Where the recording lies in a job's folder.
  static func recording(in folder: URL) -> URL { folder.appendingPathComponent("recording") }

  /// A copy of what changes.
  var current: Status { status.withLock { $0 } }

  /// Changes the status; a final state stays.
  func update(_ change: (inout Status) -> Void) {
    status.withLock { status in
      let before = status.state
      change(&status)
      if before.isFinal { status.state = before }
      if status.state.isFinal, status.finished == nil { status.finished = .now }
    }
  }

  /// Whether the work on it should stop; a job that is done may still be drawn.
  var isCancelled: Bool { status.withLock { $0.isCancelled } }

  /// Stops the work on it.
  func cancel() {
    update {
      $0.state = .cancelled
      $0.isCancelled = true
    }
  }
}
