import Foundation
import SoundEvents

/// Does the work of one job: draws its overview and classifies it.
struct JobRunner: Sendable {
  let job: Job
  let engine: any SoundEngine
  let limits: JobLimits
  let metrics: Metrics

  /// Reads all samples once, for peaks, spectrogram and the exact length.
  func scan() {
    guard !job.isCancelled else { return }
    do {
      let reader = try engine.reader(of: job.recording)
      let writer = try OverviewWriter(job.overview, folder: job.folder)
      let most = Int64(limits.seconds * job.info.sampleRate)
      var end: Int64 = 0
      defer { job.update { $0.isOverviewComplete = true } }
      var failure: Problem?
      do throws(Problem) {
        while let block = try reader.next() {
          if job.isCancelled { return }
          end = block.position + Int64(block.samples.count)
          if end > most {
            job.update {
              $0.state = .failed
              $0.problem = .tooLong("The recording is longer than \(Int(limits.seconds)) s.")
            }
            return
          }
          do { try writer.append(block.samples, at: block.position) } catch {
            throw .internalError("The overview cannot be stored; is the disk full?")
          }
        }
      } catch {
        failure = error
      }
      try writer.finish()
      job.update { status in
        status.frameCount = end
        if let failure, status.problem == nil { status.problem = failure }
      }
    } catch {
      job.update { status in
        status.problem = status.problem ?? Self.problem(error)
        status.isOverviewComplete = true
      }
    }
  }

  /// Classifies every window.
  func classify() {
    guard !job.isCancelled else { return }
    job.update {
      $0.state = .running
      $0.started = .now
    }
    let clock = ContinuousClock.now
    let hearing = job.classifier.classify(
      job.recording, windowDuration: job.windowDuration, overlap: job.overlap
    ) { [job, metrics] window in
      do {
        try job.scores.append(window)
      } catch {
        job.update {
          $0.problem = .internalError("The scores cannot be stored; is the disk full?")
          $0.state = .failed
        }
        return false
      }
      metrics.count(.windows)
      job.update { $0.heardFrames = window.endFrame }
      return !job.current.state.isFinal
    }
    job.update { status in
      // A job that was ended from outside keeps what ended it, and what it had heard.
      guard !status.state.isFinal else { return }
      status.heardFrames = hearing.frameCount ?? status.heardFrames
      status.problem = hearing.problem ?? status.problem
      status.notes = hearing.notes
      status.unheard = hearing.unheard
      status.channels = hearing.channels
      if hearing.problem == nil, job.scores.count == 0 {
        status.notes.append("it is shorter than one window of \(job.windowDuration) s")
      }
      status.state = hearing.problem == nil ? .done : .failed
    }
    let status = job.current
    metrics.add(.secondsHeard, Double(status.heardFrames) / job.info.sampleRate)
    metrics.add(.secondsWorked, (ContinuousClock.now - clock) / .seconds(1))
    metrics.count(
      status.state == .done ? .jobsDone : status.state == .failed ? .jobsFailed : .jobsCancelled)
  }

  private static func problem(_ error: any Error) -> Problem {
    (error as? Problem)
      ?? .internalError("The recording cannot be drawn: \(error.localizedDescription)")
  }
}
