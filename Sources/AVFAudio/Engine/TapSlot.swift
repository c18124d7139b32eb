private import Foundation

/// The place for a node's tap.
///
/// `@unchecked Sendable`: `tap` is only touched with `lock` held. The lock is recursive, so that a
/// tap may remove itself, and held while sound is handed on, so that none follows once `remove`
/// has returned.
final class TapSlot: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var tap: AudioTap?

  /// Puts a tap in; false if there is one.
  func install(_ newTap: AudioTap) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard tap == nil else { return false }
    tap = newTap
    return true
  }

  /// Takes the tap out; nothing happens if there is none.
  func remove() {
    lock.lock()
    defer { lock.unlock() }
    tap?.remove()
    tap = nil
  }

  /// Hands sound to the tap.
  func deliver(_ sound: borrowing CaptureSession.Block, deviceFormat: AVAudioFormat) {
    lock.lock()
    defer { lock.unlock() }
    tap?.take(sound, deviceFormat: deviceFormat)
  }

  /// Tells the tap that the microphone was closed.
  func end() {
    lock.lock()
    defer { lock.unlock() }
    tap?.end()
  }
}
