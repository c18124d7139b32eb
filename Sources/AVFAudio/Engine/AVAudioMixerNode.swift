private import Foundation
private import Synchronization

/// A node that hands on the microphone's sound where it is connected to it.
public final class AVAudioMixerNode: AVAudioNode, @unchecked Sendable {
  private let volume = Mutex<Float>(1)

  /// Makes a node to attach to an engine.
  public override init() {}

  /// The volume for loudspeakers, 0 to 1; kept for programs that set it, for nothing is played.
  public var outputVolume: Float {
    get { volume.withLock { $0 } }
    set { volume.withLock { $0 = newValue } }
  }
}
