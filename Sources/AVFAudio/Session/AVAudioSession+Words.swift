public import Foundation

extension AVAudioSession {
  /// What an app does with sound.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of the category.
    public let rawValue: String

    /// Makes a category of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that does not matter, among that of others.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that does not matter, alone.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound that is what the app is for.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// The microphone.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// The microphone and the loudspeaker.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several devices at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// How the category is used.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of the mode.
    public let rawValue: String

    /// Makes a mode of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No special use.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// Sound as it is, without corrections.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Talking to each other.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// Talking to each other and seeing it.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Filming.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Reading aloud.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
  }

  /// Details of a category.
  public struct CategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Others may play at the same time.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// Others become quieter.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Hands-free devices may be used.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// The loud loudspeaker is used.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Others that speak are interrupted.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Stereo Bluetooth devices may be used.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// AirPlay devices may be used.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
  }

  /// How a session is activated.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Others are told when the session ends.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// What the user said when asked for the microphone.
  public enum RecordPermission: UInt, Sendable {
    /// Nobody asked.
    case undetermined = 0x756E_6474
    /// The user said no.
    case denied = 0x6465_6E79
    /// The user said yes.
    case granted = 0x6772_6E74
  }

  /// Whether an interruption begins or ends.
  public enum InterruptionType: UInt, Sendable {
    /// The interruption is over.
    case ended = 0
    /// Another app took the microphone.
    case began = 1
  }

  /// The notification of an interruption; nobody posts it here.
  public class var interruptionNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionInterruptionNotification")
  }

  /// The notification of another device; nobody posts it here.
  public class var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }

  /// The notification that the system's audio ended; nobody posts it here.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
  }

  /// The notification that the system's audio began anew; nobody posts it here.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }
}

/// The entry of an interruption's notification that holds an `AVAudioSession.InterruptionType`'s raw value.
public let AVAudioSessionInterruptionTypeKey: String = "AVAudioSessionInterruptionTypeKey"
