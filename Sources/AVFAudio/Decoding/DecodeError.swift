/// Says why audio could not be read, or not to its end.
package struct DecodeError: Error, Hashable, Sendable {
  /// The kinds of failure that callers tell apart.
  package enum Reason: Hashable, Sendable {
    /// There is no file of that name.
    case notFound
    /// The path names a directory.
    case isDirectory
    /// The system refuses to open or read the file.
    case notReadable
    /// The file has no bytes.
    case empty
    /// The bytes are of no known audio or video format.
    case notAudio
    /// The file only names other files.
    case playlist
    /// A video, picture or subtitle file without sound.
    case noAudioTrack
    /// The file has fewer audio tracks than asked for.
    case noSuchTrack
    /// The header promises audio, yet no sample follows.
    case noSamples
    /// The sample rate or the number of channels is impossible.
    case invalidFormat
    /// FFmpeg has no decoder for the codec.
    case unsupportedCodec
    /// The bytes are damaged so that nothing more can be decoded.
    case corrupt
    /// The file is shorter than it declares.
    case endsEarly
    /// The sample rate changes in the middle of the file.
    case formatChanges
    /// The filters that the user asked for cannot be used on it.
    case notFilterable
    /// The track lacks the channel that was asked for.
    case noSuchChannel
    /// The file ends before the part that was asked for.
    case endsBeforeStart
    /// A pipe cannot go back.
    case notSeekable
    /// Nobody answers at an address, or not any more.
    case unreachable
    /// What is at an address may not be read, or not in this way.
    case refused
    /// The system lacks memory or a component.
    case systemFailure
  }

  /// The kind of failure.
  package let reason: Reason

  /// The file or stream that failed.
  package let source: AudioSource

  /// What was there instead.
  package let found: String?

  /// What should have been there.
  package let expected: String?

  /// What the user can do about it.
  package let hint: String?

  /// Describes a failure.
  package init(
    _ reason: Reason, in source: AudioSource, found: String? = nil, expected: String? = nil,
    hint: String? = nil
  ) {
    self.reason = reason
    self.source = source
    self.found = found
    self.expected = expected
    self.hint = hint
  }
}

extension DecodeError: CustomStringConvertible {
  /// One line: which file, what failed, what was found, what was expected, a hint.
  package var description: String { "\(source.displayName): \(explanation)" }

  /// The line without the file, for callers who name it in their own way.
  package var explanation: String {
    var text = reason.sentence
    if let found { text += ": found \(found)" }
    if let expected { text += "\(found == nil ? ":" : ",") expected \(expected)" }
    if let hint { text += " (\(hint))" }
    return text
  }
}

extension DecodeError.Reason {
  fileprivate var sentence: String {
    switch self {
    case .notFound: "no such file"
    case .isDirectory: "is a directory, not an audio file"
    case .notReadable: "cannot be read"
    case .empty: "the file is empty"
    case .notAudio: "not an audio file"
    case .playlist: "a playlist, not audio"
    case .noAudioTrack: "has no audio track"
    case .noSuchTrack: "has no such audio track"
    case .noSamples: "holds no audio"
    case .invalidFormat: "has an impossible audio format"
    case .unsupportedCodec: "needs a decoder that is not installed here"
    case .corrupt: "is damaged"
    case .endsEarly: "ends early"
    case .formatChanges: "changes its sample rate"
    case .notFilterable: "cannot be filtered"
    case .noSuchChannel: "has no such channel"
    case .endsBeforeStart: "ends before the part to hear"
    case .notSeekable: "cannot go back"
    case .unreachable: "cannot be reached"
    case .refused: "may not be heard"
    case .systemFailure: "cannot be decoded"
    }
  }
}
