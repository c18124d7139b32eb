import Foundation

/// A job as clients see it.
struct JobView: Encodable {
  /// A failure within a job.
  struct Failure: Encodable {
    var title: String
    var detail: String
    var code: String
  }

  /// Where to listen.
  struct Media: Encodable {
    var url: String
    var type: String?
    var wave: String
  }

  /// How to read the tiles.
  struct Overview: Encodable {
    var framesPerColumn: Int
    var columnsPerTile: Int
    var levels: Int
    var factor: Int
    var bands: Int
    var lowestFrequency: Double
    var highestFrequency: Double
    var isComplete: Bool
  }

  var id: String
  var name: String
  var state: Job.State
  var progress: Double
  var secondsLeft: Double?
  var byteCount: Int64
  var duration: Double?
  var sampleRate: Double
  var channelCount: Int
  var codec: String
  var container: String
  var model: String
  var modelName: String
  var window: Double
  var overlap: Double
  var windowCount: Int
  var problem: Failure?
  var notes: [String]
  var media: Media
  var overview: Overview

  /// Takes a picture of a job.
  init(_ job: Job) {
    let status = job.current
    id = job.id
    name = job.name
    state = status.state
    byteCount = job.byteCount
    sampleRate = job.info.sampleRate
    channelCount = job.info.channelCount
    codec = job.info.codec
    container = job.info.container
    model = job.model?.id ?? ModelStore.builtIn
    modelName = job.model?.name ?? ModelStore.builtInName
    window = job.windowDuration
    overlap = job.overlap
    windowCount = job.scores.count
    duration = status.frameCount.map { Double($0) / job.info.sampleRate }
    problem = status.problem.map {
      Failure(title: $0.title, detail: $0.detail, code: $0.code)
    }
    notes = status.notes
    progress = status.state == .done ? 1 : Self.progress(status)
    secondsLeft = Self.secondsLeft(status)
    media = Media(
      url: "/api/v1/jobs/\(job.id)/media", type: MediaRoutes.browserType(of: job.info),
      wave: "/api/v1/jobs/\(job.id)/media.wav")
    overview = Overview(
      framesPerColumn: job.overview.framesPerColumn, columnsPerTile: OverviewFormat.columnsPerTile,
      levels: OverviewFormat.levelCount, factor: OverviewFormat.factor,
      bands: OverviewFormat.bandCount, lowestFrequency: job.overview.lowestFrequency,
      highestFrequency: job.overview.highestFrequency, isComplete: status.isOverviewComplete)
  }

  private static func progress(_ status: Job.Status) -> Double {
    guard let frameCount = status.frameCount, frameCount > 0 else { return 0 }
    return min(0.999, Double(status.heardFrames) / Double(frameCount))
  }

  /// The time that is left, from the speed so far; nil until that says something.
  private static func secondsLeft(_ status: Job.Status) -> Double? {
    let done = progress(status)
    guard status.state == .running, let started = status.started, done > 0.01 else { return nil }
    let passed = (ContinuousClock.now - started) / .seconds(1)
    guard passed > 0.5 else { return nil }
    return (passed * (1 - done) / done * 10).rounded() / 10
  }
}
