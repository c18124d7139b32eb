private import Foundation
private import SoundAnalysis

/// Where messages for people go: standard error, a line each.
struct Console {
  private let write: (String) -> Void

  /// Whether a person looks on.
  private let isWatched: Bool

  /// Writes to standard error.
  init() {
    isWatched = isatty(STDERR_FILENO) == 1
    write = { line in
      let bytes = Array(line.utf8)
      // A message that nobody can read is no reason to stop.
      _ = unsafe Foundation.write(STDERR_FILENO, bytes, bytes.count)
    }
  }

  /// Writes somewhere else, for tests.
  init(write: @escaping (String) -> Void) {
    self.write = write
    isWatched = true
  }

  /// Passes on a line that was said elsewhere.
  func pass(_ line: String) { write(line) }

  /// Says something, as `soundanalysis: ...` on one line.
  func say(_ message: String) {
    write("soundanalysis: \(VisibleText.text(message))\n")
  }

  /// Says what is no trouble, only where standard error is a terminal.
  func mention(_ message: String) {
    if isWatched { say(message) }
  }
}
