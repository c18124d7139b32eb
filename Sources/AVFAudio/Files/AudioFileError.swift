internal import Foundation

/// The errors of audio files as Apple's clients know them: a domain and an OSStatus.
enum AudioFileError {
  /// The domain of all errors of audio files.
  static let domain = "com.apple.coreaudio.avfaudio"

  /// The status codes.
  enum Status: Int {
    /// There is no such file.
    case notFound = -43
    /// A parameter is wrong.
    case parameter = -50
    /// The file may not be read or written ("prm?").
    case permission = 1_886_547_263
    /// The type of the file is not supported ("typ?").
    case unsupportedType = 1_954_115_647
    /// The format of the data is not supported ("fmt?").
    case unsupportedFormat = 1_718_449_215
    /// The file is damaged ("dta?").
    case invalidFile = 1_685_348_671
    /// The file is not open ("nope").
    case notOpen = 1_852_796_517
    /// There is no such device ("!dev").
    case badDevice = 560_227_702
    /// Something else ("wht?").
    case unspecified = 2_003_334_207
  }

  /// Makes an error for Apple's clients.
  static func make(
    _ status: Status, _ text: String, url: URL?, call: String, cause: (any Error)? = nil
  ) -> NSError {
    var details: [String: Any] = [NSLocalizedDescriptionKey: text, "failed call": call]
    details[NSURLErrorKey] = url
    details[NSUnderlyingErrorKey] = cause
    return NSError(domain: domain, code: status.rawValue, userInfo: details)
  }

  /// Wraps an error of the decoder.
  static func wrap(_ error: DecodeError, url: URL, call: String) -> NSError {
    make(error.reason.status, error.description, url: url, call: call, cause: error)
  }
}

extension AudioFileError {
  /// Wraps an error of the encoder.
  static func wrap(_ error: EncodeError, url: URL, call: String) -> NSError {
    let status: Status =
      switch error.reason {
      case .unsupportedContainer: .unsupportedType
      case .unsupportedFormat: .unsupportedFormat
      case .notWritable: .permission
      }
    return make(status, error.description, url: url, call: call, cause: error)
  }
}

extension DecodeError.Reason {
  /// The status that Apple's clients know for the kind of failure.
  fileprivate var status: AudioFileError.Status {
    switch self {
    case .notFound, .unreachable: .notFound
    case .notReadable, .refused: .permission
    case .isDirectory, .empty, .notAudio, .playlist, .noAudioTrack, .noSuchTrack:
      .unsupportedType
    case .invalidFormat, .unsupportedCodec, .formatChanges: .unsupportedFormat
    case .noSamples, .corrupt, .endsEarly: .invalidFile
    case .notSeekable, .systemFailure, .notFilterable, .noSuchChannel, .endsBeforeStart:
      .unspecified
    }
  }
}
