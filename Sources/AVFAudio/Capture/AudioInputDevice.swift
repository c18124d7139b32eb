private import Foundation

/// A microphone or another source of live sound.
///
/// This type is ours; Apple's systems choose the device in their settings.
public struct AudioInputDevice: Hashable, Sendable {
  /// The sound systems that can be listened to.
  public enum System: String, CaseIterable, Sendable {
    /// PulseAudio, or PipeWire in its place.
    case pulseAudio = "pulse"
    /// The kernel's sound cards.
    case alsa
  }

  /// The sound system that the device belongs to.
  public let system: System

  /// The device's name in its system, such as "hw:1,0"; "default" leaves the choice to the system.
  public let name: String

  /// The device's name for people.
  public let title: String

  /// Whether the system takes this device where none is named.
  public let isDefault: Bool

  /// The environment variable that names the device of engines that are told of none.
  public static let environmentVariable: String = "SOUNDANALYSIS_INPUT_DEVICE"

  /// System and name, such as "alsa:hw:1,0"; ``init(identifier:)`` takes it.
  public var identifier: String { "\(system.rawValue):\(name)" }

  init(system: System, name: String, title: String, isDefault: Bool) {
    self.system = system
    self.name = name
    self.title = title
    self.isDefault = isDefault
  }

  /// Names a device that need not be among those that are listed, such as "alsa:plughw:2" or "pulse".
  ///
  /// - Parameter identifier: a system's name alone, which means its default device, or with a colon
  ///   and a device's name; anything else gives nil.
  public init?(identifier: String) {
    let parts = identifier.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.first, let system = System(rawValue: String(word)), parts.last != ""
    else { return nil }
    let name = parts.count == 2 ? String(parts[1]) : "default"
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return nil }
    self.init(system: system, name: name, title: identifier, isDefault: false)
  }

  /// The devices that can be listened to now, by system; none where no system answers.
  public static var available: [AudioInputDevice] {
    System.allCases.flatMap { (try? DeviceLibrary.devices(of: $0)) ?? [] }
  }

  /// Finds a device by its identifier, name or title.
  ///
  /// - Parameter text: an identifier is taken as it is; a name or title must be of an available device.
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio" that names the devices there are.
  public static func named(_ text: String) throws -> AudioInputDevice {
    do throws(CaptureError) {
      return try find(text, among: available)
    } catch {
      throw error.asNSError
    }
  }

  static func find(
    _ text: String, among devices: [AudioInputDevice]
  ) throws(CaptureError) -> AudioInputDevice {
    if let device = devices.first(where: { $0.name == text || $0.title == text }) { return device }
    if let device = AudioInputDevice(identifier: text) { return device }
    throw CaptureError(
      .notFound, device: "'\(text)'",
      expected: devices.isEmpty
        ? "a device, but no sound system lists any"
        : "one of " + devices.map(\.identifier).joined(separator: ", "))
  }

  /// The device that the environment names; nil where it names none.
  static func chosenByEnvironment() throws(CaptureError) -> AudioInputDevice? {
    guard let text = ProcessInfo.processInfo.environment[environmentVariable], !text.isEmpty
    else { return nil }
    if let device = AudioInputDevice(identifier: text) { return device }
    return try find(text, among: available)
  }
}

extension AudioInputDevice: CustomStringConvertible {
  /// The title, and the identifier where it says more.
  public var description: String {
    title == identifier ? identifier : "\(title) (\(identifier))"
  }
}
