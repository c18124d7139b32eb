import AVFAudio
import Foundation

// The one place where causes from below become this framework's errors.

extension SNError {
  /// A failure in mid-analysis; an error of this framework stays as it is.
  init(describing cause: any Error) {
    if let error = cause as? SNError {
      self = error
    } else {
      self.init(.operationFailed, Self.sentence(for: cause), cause: cause)
    }
  }

  /// A file that cannot be opened as audio.
  init(opening cause: DecodeError) {
    self.init(.invalidFile, Self.sentence(for: cause), cause: cause)
  }

  private static func sentence(for cause: any Error) -> String {
    switch cause {
    case let cause as DecodeError: cause.description
    case let cause as SampleRateError: cause.description
    default: cause.localizedDescription
    }
  }
}
