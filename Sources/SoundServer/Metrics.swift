import Foundation
import Synchronization

/// What the server counts, as Prometheus reads it.
final class Metrics: Sendable {
  /// A number that only grows.
  enum Counter: String, CaseIterable {
    case jobsStarted = "soundanalysis_jobs_started_total"
    case jobsDone = "soundanalysis_jobs_done_total"
    case jobsFailed = "soundanalysis_jobs_failed_total"
    case jobsCancelled = "soundanalysis_jobs_cancelled_total"
    case windows = "soundanalysis_windows_total"
    case secondsHeard = "soundanalysis_heard_seconds_total"
    case secondsWorked = "soundanalysis_classifying_seconds_total"
    case bytesUploaded = "soundanalysis_uploaded_bytes_total"

    /// What it counts.
    var help: String {
      switch self {
      case .jobsStarted: "Recordings taken."
      case .jobsDone: "Recordings classified to their end."
      case .jobsFailed: "Recordings that could not be classified to their end."
      case .jobsCancelled: "Recordings that were cancelled."
      case .windows: "Windows classified."
      case .secondsHeard: "Seconds of sound classified."
      case .secondsWorked: "Seconds spent classifying."
      case .bytesUploaded: "Bytes of recordings and models taken."
      }
    }
  }

  private struct Key: Hashable {
    var route: String
    var method: String
    var status: Int
  }

  private struct State {
    var counters: [Counter: Double] = [:]
    var requests: [Key: Int] = [:]
  }

  private let state = Mutex(State())

  /// Adds 1.
  func count(_ counter: Counter) { add(counter, 1) }

  /// Adds a value.
  func add(_ counter: Counter, _ value: Double) {
    state.withLock { $0.counters[counter, default: 0] += value }
  }

  /// Counts an answer.
  ///
  /// - Parameter route: the path of its route, so that ids make no new series.
  func countAnswer(route: String, method: String, status: Int) {
    state.withLock {
      $0.requests[Key(route: route, method: method, status: status), default: 0] += 1
    }
  }

  /// All numbers in Prometheus's text format.
  func text(jobs: [Job.State: Int]) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    for counter in Counter.allCases {
      lines.append("# HELP \(counter.rawValue) \(counter.help)")
      lines.append("# TYPE \(counter.rawValue) counter")
      lines.append("\(counter.rawValue) \(state.counters[counter] ?? 0)")
    }
    lines.append("# HELP soundanalysis_jobs Jobs that are kept, by state.")
    lines.append("# TYPE soundanalysis_jobs gauge")
    for name in [Job.State.queued, .running, .done, .failed, .cancelled] {
      lines.append("soundanalysis_jobs{state=\"\(name.rawValue)\"} \(jobs[name] ?? 0)")
    }
    lines.append("# HELP soundanalysis_http_requests_total Requests answered.")
    lines.append("# TYPE soundanalysis_http_requests_total counter")
    let requests = state.requests.sorted {
      ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
    }
    for (key, count) in requests {
      lines.append(
        "soundanalysis_http_requests_total{route=\"\(key.route)\",method=\"\(key.method)\",status=\"\(key.status)\"} \(count)"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
