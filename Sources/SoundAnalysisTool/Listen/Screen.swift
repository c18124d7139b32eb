import Foundation

/// A terminal that can move its cursor.
struct Screen {
  /// Whether it shows letters beyond ASCII.
  let isUnicode: Bool

  private let readSize: () -> (columns: Int, rows: Int)

  /// Takes a descriptor; nil where it leads to no such terminal.
  init?(descriptor: Int32) {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(descriptor) == 1, let kind = environment["TERM"], kind != "dumb", !kind.isEmpty
    else { return nil }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    isUnicode = locale?.uppercased().replacing("-", with: "").contains("UTF8") ?? false
    readSize = {
      var size = winsize()
      let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
      return isKnown && size.ws_col > 0 ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
    }
  }

  /// Stands for a terminal of one size, for tests.
  init(columns: Int, rows: Int, isUnicode: Bool) {
    self.isUnicode = isUnicode
    readSize = { (columns, rows) }
  }

  /// Columns and rows as they are now.
  var size: (columns: Int, rows: Int) { readSize() }
}
