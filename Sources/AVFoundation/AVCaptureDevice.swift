public import Foundation

/// A capture device, of which only the questions for permission are here; all are answered with yes.
public final class AVCaptureDevice: NSObject, Sendable {
  private override init() {}

  /// What the user said when asked for a kind of device: always yes.
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    .authorized
  }

  /// Asks the user for a kind of device; the answer is always yes.
  ///
  /// - Parameters:
  ///   - mediaType: any kind.
  ///   - handler: is called at once, on the calling thread.
  public class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    handler(true)
  }

  /// Asks the user for a kind of device; the answer is always yes.
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }
}
