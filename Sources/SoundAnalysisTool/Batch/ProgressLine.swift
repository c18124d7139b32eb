import Foundation
import SoundEvents

/// Shows how far a run is: a line that is drawn again and again on a terminal, else a line now and then.
final class ProgressLine {
  /// How progress can be shown.
  enum Style {
    /// Not at all.
    case none
    /// As a line that changes.
    case live(width: Int)
    /// As lines below each other.
    case plain
  }

  private let style: Style
  private let fileCount: Int
  private let byteCount: Int64
  private let console: Console
  private let start = ContinuousClock.now
  private var lastTime = ContinuousClock.now
  private var isDrawn = false

  /// Shows the progress of a run.
  ///
  /// - Parameters:
  ///   - fileCount: the recordings of the run.
  ///   - byteCount: the bytes of all of them.
  init(_ style: Style, fileCount: Int, byteCount: Int64, console: Console) {
    self.style = style
    self.fileCount = fileCount
    self.byteCount = byteCount
    self.console = console
  }

  /// What suits standard error.
  ///
  /// - Parameter isResultShown: whether results appear on the same terminal.
  static func style(isResultShown: Bool) -> Style {
    guard isatty(STDERR_FILENO) == 1 else { return .plain }
    if isResultShown { return .none }
    var size = winsize()
    let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return .live(width: isKnown ? Int(size.ws_col) : 80)
  }

  /// Seconds after which a single recording is worth a line.
  private static let patience = 1.0

  /// Shows the progress if the time has come.
  func update(_ snapshot: () -> BatchProgress.Snapshot) {
    let now = ContinuousClock.now
    if fileCount == 1, elapsed < Self.patience { return }
    switch style {
    case .none: return
    case .live(let width):
      guard lastTime.duration(to: now) > .milliseconds(200) || !isDrawn else { return }
      lastTime = now
      let text = Self.text(
        snapshot(), fileCount: fileCount, byteCount: byteCount, elapsed: elapsed, hasBar: true)
      console.pass("\r\(text.prefix(max(1, width - 1)))\u{1B}[K")
      isDrawn = true
    case .plain:
      guard lastTime.duration(to: now) > .seconds(30) else { return }
      lastTime = now
      console.say(
        Self.text(
          snapshot(), fileCount: fileCount, byteCount: byteCount, elapsed: elapsed, hasBar: false))
    }
  }

  /// Takes the line away, so that something else can be said.
  func clear() {
    guard isDrawn else { return }
    console.pass("\r\u{1B}[K")
    isDrawn = false
  }

  /// Seconds since the run began.
  var elapsed: Double { Double(start.duration(to: .now) / .milliseconds(1)) / 1000 }

  /// The progress in words: files, time left, hours of sound, times real time.
  static func text(
    _ snapshot: BatchProgress.Snapshot, fileCount: Int, byteCount: Int64, elapsed: Double,
    hasBar: Bool
  ) -> String {
    var parts: [String] = []
    // Bytes tell better than files how much is left, where sizes differ.
    let share =
      byteCount > 0
      ? Double(snapshot.byteCount) / Double(byteCount)
      : Double(snapshot.fileCount) / Double(max(1, fileCount))
    // Of a stream alone nobody knows how far it is.
    if hasBar, fileCount > 1 || byteCount > 0 {
      let filled = Int((min(1, share) * 20).rounded(.down))
      parts.append(
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
          + "]")
    }
    if fileCount > 1 { parts.append("\(snapshot.fileCount) of \(fileCount) files") }
    let hearingSeconds = elapsed - snapshot.otherSeconds
    if let left = secondsLeft(snapshot, byteCount: byteCount, hearingSeconds: hearingSeconds) {
      parts.append("\(clock(left)) left")
    }
    // Last, for a narrow terminal shows the beginning.
    parts.append(speed(heardSeconds: snapshot.heardSeconds, elapsed: hearingSeconds))
    return parts.joined(separator: hasBar ? "  " : ", ")
  }

  /// How long the rest takes if it is like what was heard; nil where nothing tells.
  private static func secondsLeft(
    _ snapshot: BatchProgress.Snapshot, byteCount: Int64, hearingSeconds: Double
  ) -> Double? {
    let leftCount = byteCount - snapshot.byteCount
    guard leftCount > 0, snapshot.heardByteCount > 0, hearingSeconds > 1 else { return nil }
    let seconds = hearingSeconds * Double(leftCount) / Double(snapshot.heardByteCount)
    // At the end one long recording may be in hand alone, without the others' help.
    return max(seconds, snapshot.slowestSeconds)
  }

  /// Such as `2.31 h of sound, 120 times real time`.
  static func speed(heardSeconds: Double, elapsed: Double) -> String {
    let hours = FixedDecimal.text(heardSeconds / 3600, places: 2) ?? "?"
    let factor = FixedDecimal.text(heardSeconds / max(elapsed, 1e-3), places: 0) ?? "?"
    return "\(hours) h of sound, \(factor) times real time"
  }

  /// Seconds as `m:ss` or `h:mm:ss`.
  static func clock(_ seconds: Double) -> String {
    let total = Int(min(max(0, seconds), 1e9).rounded())
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
  }
}
