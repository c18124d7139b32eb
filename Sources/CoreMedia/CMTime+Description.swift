private import Glibc

/// A time in words for the developer, such as `{441/44100 = 0.010}`.
///
/// - Parameters:
///   - allocator: ignored.
///   - time: any time.
public func CMTimeCopyDescription(allocator: AnyObject?, time: CMTime) -> String? {
  time.developerDescription
}

/// Prints a time to standard error, for the developer.
public func CMTimeShow(_ time: CMTime) { showToDeveloper(time.developerDescription) }

/// A time range in words for the developer, such as `{{0/1 = 0.000}, {3/2 = 1.500}}`.
///
/// - Parameters:
///   - allocator: ignored.
///   - range: any range.
public func CMTimeRangeCopyDescription(allocator: AnyObject?, range: CMTimeRange) -> String? {
  range.developerDescription
}

/// Prints a time range to standard error, for the developer.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  showToDeveloper(range.developerDescription)
}

private func showToDeveloper(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  // A description that nobody can read is no reason to fail.
  _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

extension CMTime {
  fileprivate var developerDescription: String {
    switch kind {
    case .invalid: return "{INVALID}"
    case .indefinite: return "{INDEFINITE}"
    case .positiveInfinity: return "{+INFINITY}"
    case .negativeInfinity: return "{-INFINITY}"
    case .numeric:
      let scale = UInt128(timescale)
      let thousandths = (UInt128(value.magnitude) * 1000 + scale / 2) / scale
      let fraction = String(thousandths % 1000 + 1000).dropFirst()
      return "{\(value)/\(timescale) = \(value < 0 ? "-" : "")\(thousandths / 1000).\(fraction)"
        + "\(epoch == 0 ? "" : ", epoch \(epoch)")\(hasBeenRounded ? ", rounded" : "")}"
    }
  }
}

extension CMTimeRange {
  fileprivate var developerDescription: String {
    isValid ? "{\(start.developerDescription), \(duration.developerDescription)}" : "{INVALID}"
  }
}
