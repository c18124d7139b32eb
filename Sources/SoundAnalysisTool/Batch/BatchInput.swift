import SoundAnalysis

/// A recording that a run over many files is to analyse.
struct BatchInput: Sendable {
  /// Its path as the user gave it or as it was found; `-` is standard input.
  let path: Argument

  /// Its bytes, as far as they are known.
  let size: Int64

  /// Whether it was found in a folder or by a pattern, so that it may be something else.
  let isFound: Bool

  /// Where its results lie in an output folder, without the ending.
  let place: [UInt8]

  /// Where results that are not complete lie, without the ending.
  var partialPlace: [UInt8] { place + Array(".partial".utf8) }

  /// Whether it is standard input.
  var isStandardInput: Bool { path.text == "-" && !isFound }

  /// Whether nothing is told of the file if it cannot be opened for this reason.
  ///
  /// Files that were found may be anything, unless their names are those of recordings.
  func isPassedOver(because error: any Error) -> Bool {
    guard isFound, !isNamedAsRecording else { return false }
    let cause = (error as? SNError)?.errorUserInfo[NSUnderlyingErrorKey] as? DecodeError
    switch cause?.reason {
    case nil, .notFound, .isDirectory, .notReadable, .systemFailure: return false
    default: return true
    }
  }

  /// Whether the name is that of a recording: what is in such a file is expected to be sound.
  var isNamedAsRecording: Bool {
    guard let dot = path.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = String(decoding: path.bytes[(dot + 1)...], as: UTF8.self).lowercased()
    return Self.endings.contains(ending)
  }

  private static let endings: Set<String> = [
    "3gp", "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "au", "avi", "caf", "dts", "flac",
    "m4a", "m4b", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "oga", "ogg", "opus", "rf64", "snd",
    "spx", "tta", "w64", "wav", "wave", "webm", "wma", "wmv", "wv",
  ]
}
