private import Foundation

/// Where live sound comes from.
package enum LiveSource: Hashable, Sendable {
  /// A pipe, a device file or an address.
  case bytes(AudioSource)

  /// A microphone; nil for the one that the environment names, or else the usual one.
  case microphone(AudioInputDevice?)

  /// The name that messages use; it stays on one line.
  package var displayName: String { place.displayName }

  /// Whether it is the standard input of the process, which has no way back once it has ended.
  package var isStandardInput: Bool { self == .bytes(.standardInput) }

  /// Whether it lies at an address.
  package var isInNetwork: Bool { if case .bytes(.address) = self { true } else { false } }

  /// What errors name.
  var place: AudioSource {
    switch self {
    case .bytes(let source): return source
    case .microphone(let device):
      let chosen = ProcessInfo.processInfo.environment[AudioInputDevice.environmentVariable] ?? ""
      return .file(
        path: device?.identifier ?? (chosen.isEmpty ? "microphone" : chosen))
    }
  }
}
