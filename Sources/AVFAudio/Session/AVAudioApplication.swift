public import Foundation

/// What the user lets an app do with sound: here everything.
public final class AVAudioApplication: NSObject, Sendable {
  /// What the user said when asked for the microphone.
  public enum recordPermission: Int, Sendable {
    /// Nobody asked.
    case undetermined = 0x756E_6474
    /// The user said no.
    case denied = 0x6465_6E79
    /// The user said yes.
    case granted = 0x6772_6E74
  }

  private static let application = AVAudioApplication()

  private override init() {}

  /// The app of the process.
  public class var shared: AVAudioApplication { application }

  /// What the user said when asked for the microphone: always yes.
  public var recordPermission: recordPermission { .granted }

  /// Asks the user for the microphone; the answer is always yes.
  ///
  /// - Parameter response: is called at once, on the calling thread.
  public class func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    response(true)
  }

  /// Asks the user for the microphone; the answer is always yes.
  public class func requestRecordPermission() async -> Bool { true }
}
