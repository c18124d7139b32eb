import SoundAnalysis
import SoundEvents

/// The microphones as a table for people.
enum DeviceTable {
  /// A line a device: what `--device` takes, the name for people, and a star at the usual one.
  static func text(_ devices: [AudioInputDevice]) -> String {
    let names = devices.map { VisibleText.text($0.identifier) }
    let width = names.map(\.count).max() ?? 0
    return zip(devices, names).map { device, name in
      let padding = String(repeating: " ", count: width - name.count)
      return
        "\(device.isDefault ? "*" : " ") \(name)\(padding)  \(VisibleText.text(device.title))\n"
    }.joined()
  }
}
