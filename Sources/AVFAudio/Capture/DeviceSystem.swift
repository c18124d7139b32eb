/// The microphones of this machine.
struct DeviceSystem: CaptureSystem {
  /// Opens a device; without one that which the environment names, else the default of the first
  /// sound system that has one.
  func open(_ device: AudioInputDevice?) throws(CaptureError) -> any CaptureSource {
    if let device { return try DeviceSource(device) }
    if let device = try AudioInputDevice.chosenByEnvironment() { return try DeviceSource(device) }
    var reasons: [String] = []
    for system in AudioInputDevice.System.allCases {
      do {
        return try DeviceSource(
          AudioInputDevice(system: system, name: "default", title: system.title, isDefault: true))
      } catch {
        reasons.append(error.description)
      }
    }
    throw CaptureError(
      .noDevice, device: "", found: reasons.joined(separator: "; "),
      expected: "a microphone, or its name in \(AudioInputDevice.environmentVariable)")
  }
}
