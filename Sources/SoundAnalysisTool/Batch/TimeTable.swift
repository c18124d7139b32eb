import SoundAnalysis
import SoundEvents

/// Where the processor's time went, in lines for people.
enum TimeTable {
  /// The lines: decode, resample, features, network, rest; seconds of all threads, and shares.
  static func lines(_ profile: TimeProfile, heardSeconds: Double) -> [String] {
    let total = processSeconds
    let stages = TimeProfile.Stage.allCases.map { (name: "\($0)", seconds: profile.seconds($0)) }
    let rest = max(0, total - stages.reduce(0) { $0 + $1.seconds })
    let hours = FixedDecimal.text(heardSeconds / 3600, places: 2) ?? "?"
    return ["processor time for \(hours) h of sound:"]
      + (stages + [(name: "rest", seconds: rest), (name: "all", seconds: total)]).map { stage in
        let seconds = FixedDecimal.text(stage.seconds, places: 2) ?? "?"
        let share = FixedDecimal.text(stage.seconds / max(total, 1e-9) * 100, places: 1) ?? "?"
        return "  " + padded(stage.name, 10) + right(seconds, 9) + " s" + right(share, 7) + " %"
      }
  }

  /// What this process has used so far on all threads, for itself and in the system.
  private static var processSeconds: Double {
    var usage = rusage()
    guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
