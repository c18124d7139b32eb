import Foundation
import Synchronization

/// All jobs of the server, and the threads that work on them.
final class JobStore: Sendable {
  private let jobs = Mutex<[String: Job]>([:])
  private let folder: URL
  private let limits: JobLimits
  private let classifying: ThreadPool
  private let scanning: ThreadPool
  private let engine: any SoundEngine
  private let metrics: Metrics

  init(engine: any SoundEngine, folder: URL, limits: JobLimits, metrics: Metrics) {
    self.engine = engine
    self.folder = folder
    self.limits = limits
    self.metrics = metrics
    classifying = ThreadPool("classifying", mostThreads: limits.concurrency)
    scanning = ThreadPool("scanning", mostThreads: limits.concurrency)
  }

  /// Makes a job of an upload and starts it as soon as there is a thread.
  ///
  /// - Throws: where the recording cannot be read, is too long, or the server holds too many jobs.
  func add(_ upload: Upload, _ settings: JobSettings, model: Model?) throws -> Job {
    removeOldJobs()
    guard jobs.withLock({ $0.count }) < limits.jobs else {
      throw Problem.unavailable(
        "The server holds \(limits.jobs) recordings already; remove one, or wait.")
    }
    let job = try make(upload, settings, model: model, longest: limits.seconds)
    jobs.withLock { $0[job.id] = job }
    let runner = JobRunner(job: job, engine: engine, limits: limits, metrics: metrics)
    scanning.add { runner.scan() }
    classifying.add { runner.classify() }
    return job
  }

  /// Makes another job of the recording of a job; both share the bytes on disk.
  func `repeat`(_ id: String, _ settings: JobSettings, model: Model?) throws -> Job {
    let job = try find(id)
    var settings = settings
    if settings.name.isEmpty { settings.name = job.name }
    let link = folder.appendingPathComponent("upload-\(RandomName.make())")
    try FileManager.default.linkItem(at: job.recording, to: link)
    let upload = Upload(url: link, byteCount: job.byteCount, name: job.name, fields: [:])
    return try add(upload, settings, model: model)
  }

  /// Classifies an upload and returns when that is done; the job is kept by the caller alone.
  func run(
    _ upload: Upload, _ settings: JobSettings, model: Model?, longest: Double
  ) throws -> Job {
    let job = try make(upload, settings, model: model, longest: longest)
    let runner = JobRunner(job: job, engine: engine, limits: limits, metrics: metrics)
    classifying.perform { runner.classify() }
    return job
  }

  private func make(
    _ upload: Upload, _ settings: JobSettings, model: Model?, longest: Double
  ) throws -> Job {
    let classifier = try model?.classifier ?? engine.classifier(nil)
    let info = try engine.describe(upload.url)
    if let duration = info.duration, duration > longest {
      throw Problem.tooLong(
        "The recording lasts \(Int(duration)) s; at most \(Int(longest)) s are taken here.")
    }
    let window = try settings.window(for: classifier.windows, duration: info.duration)
    let id = RandomName.make()
    let jobFolder = folder.appendingPathComponent("job-\(id)")
    try FileManager.default.createDirectory(at: jobFolder, withIntermediateDirectories: false)
    do {
      try upload.move(to: Job.recording(in: jobFolder))
    } catch {
      try? FileManager.default.removeItem(at: jobFolder)
      throw error
    }
    let job = try Job(
      id: id, folder: jobFolder, name: settings.name.isEmpty ? "recording" : settings.name,
      byteCount: upload.byteCount, info: info,
      classifier: classifier, model: model, windowDuration: window, overlap: settings.overlap)
    metrics.count(.jobsStarted)
    return job
  }

  /// Finds a job.
  func find(_ id: String) throws(Problem) -> Job {
    guard let job = jobs.withLock({ $0[id] }) else {
      throw .notFound(
        "There is no such job; it may have been removed, or the server was restarted.")
    }
    job.update { $0.lastUse = .now }
    return job
  }

  /// Cancels and forgets a job; its files go when the last use of them ends.
  func remove(_ id: String) throws(Problem) {
    try find(id).cancel()
    jobs.withLock { _ = $0.removeValue(forKey: id) }
  }

  /// Forgets jobs that nobody asked for in a long time.
  func removeOldJobs() {
    let oldest = ContinuousClock.now - .seconds(limits.idleSeconds)
    let old = jobs.withLock { jobs in
      let old = jobs.values.filter { job in
        let status = job.current
        return status.state.isFinal && status.lastUse < oldest
      }
      for job in old { jobs.removeValue(forKey: job.id) }
      return old
    }
    for job in old { job.cancel() }
  }

  /// Cancels everything and waits for the threads.
  func close() {
    for job in jobs.withLock({ Array($0.values) }) { job.cancel() }
    classifying.waitUntilIdle()
    scanning.waitUntilIdle()
    jobs.withLock { $0.removeAll() }
  }

  /// How many jobs are in each state.
  var counts: [Job.State: Int] {
    jobs.withLock { $0.values.map(\.current.state) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// Limits of the jobs.
struct JobLimits: Sendable {
  /// The most jobs that are kept.
  var jobs = 200

  /// The longest recording in seconds.
  var seconds = 12.0 * 3600

  /// Seconds after which a finished job that nobody asks for is forgotten.
  var idleSeconds = 24.0 * 3600

  /// The recordings that are classified at the same time.
  var concurrency = max(1, ProcessInfo.processInfo.activeProcessorCount)

  /// The longest recording that is classified while the client waits, in seconds.
  var synchronousSeconds = 60.0
}
