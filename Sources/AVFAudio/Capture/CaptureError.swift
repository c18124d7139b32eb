internal import Foundation

/// Says why there is no live sound, or no more.
package struct CaptureError: Error, Hashable, Sendable {
  /// The kinds of failure that callers tell apart.
  package enum Reason: Hashable, Sendable {
    /// There is no microphone.
    case noDevice
    /// There is no device of that name.
    case notFound
    /// Another program uses the device.
    case busy
    /// The system does not let this user listen.
    case noPermission
    /// The device offers no format that can be used.
    case unsupportedFormat
    /// The device was there and is gone.
    case vanished
    /// Something else.
    case systemFailure
  }

  /// The kind of failure.
  package let reason: Reason

  /// The device, as messages call it.
  package let device: String

  /// What was found; empty if the reason says it all.
  package let found: String

  /// What was expected, or a hint; empty if the reason says it all.
  package let expected: String

  package init(_ reason: Reason, device: String, found: String = "", expected: String = "") {
    self.reason = reason
    self.device = device
    self.found = found
    self.expected = expected
  }
}

extension CaptureError: CustomStringConvertible {
  /// One line: which device, what failed, what was found, what was expected.
  package var description: String {
    let problem =
      switch reason {
      case .noDevice: "there is no microphone"
      case .notFound: "there is no such microphone"
      case .busy: "another program uses the microphone"
      case .noPermission: "this user may not use the microphone"
      case .unsupportedFormat: "the microphone offers no format that can be used"
      case .vanished: "the microphone has gone away"
      case .systemFailure: "the microphone cannot be used"
      }
    let details = [
      found.isEmpty ? "" : "found \(found)", expected.isEmpty ? "" : "expected \(expected)",
    ]
    .filter { !$0.isEmpty }
    let start = device.isEmpty ? problem : "\(device): \(problem)"
    return details.isEmpty ? start : "\(start): \(details.joined(separator: ", "))"
  }
}

extension CaptureError {
  /// The error as Apple's clients know it; the cause is this one.
  var asNSError: NSError {
    let status: AudioFileError.Status =
      switch reason {
      case .noDevice, .notFound, .vanished: .badDevice
      case .noPermission: .permission
      case .unsupportedFormat: .unsupportedFormat
      case .busy, .systemFailure: .unspecified
      }
    return AudioFileError.make(status, description, url: nil, call: "start", cause: self)
  }
}
