private import Foundation

/// A node at the edge of an engine, towards a device.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {}

/// The microphone of an engine.
public final class AVAudioInputNode: AVAudioIONode, @unchecked Sendable {
  /// The device to listen to; nil for the one that the environment names, or else the default one.
  ///
  /// Ours. A change shows when the engine is started next.
  public var device: AudioInputDevice? {
    get { engine?.chosenDevice }
    set { engine?.chosenDevice = newValue }
  }
}
