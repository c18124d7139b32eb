public import Foundation

/// A part of an engine that sound comes from or goes to.
///
/// `@unchecked Sendable`: `owner` is only touched with `lock` held; the rest has its own locks.
open class AVAudioNode: NSObject, @unchecked Sendable {
  let slot = TapSlot()

  private let lock = NSLock()
  private weak var owner: AVAudioEngine?

  override init() {}

  /// The engine that the node belongs to; nil where it was not attached.
  public internal(set) var engine: AVAudioEngine? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return owner
    }
    set {
      lock.lock()
      defer { lock.unlock() }
      owner = newValue
    }
  }

  /// The format of what comes in.
  ///
  /// - Parameter bus: 0; every node has one bus.
  /// - Returns: the microphone's format where its sound comes here. Without a microphone a format of
  ///   0 Hz and 0 channels, with which nothing can be analysed.
  open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    engine?.format(of: self) ?? AVAudioEngine.noFormat
  }

  /// The format of what goes out, the same as that of what comes in.
  open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    inputFormat(forBus: bus)
  }

  /// Lets a block have the sound that comes out of the node.
  ///
  /// It is called on a thread of the engine, one buffer after the other. Sample times begin at
  /// about 0 when the engine starts and go on by the frames delivered; they jump where sound was
  /// lost. A block that takes longer than its sound lasts falls behind; what it is late for by more
  /// than 10 s is dropped. Taps may be installed and removed while the engine runs, also from
  /// inside a block. A second tap on a bus is refused, with a line on standard error; on Apple's
  /// systems it ends the program.
  ///
  /// - Parameters:
  ///   - bus: 0; every node has one bus.
  ///   - bufferSize: the frames of a buffer, brought to 20 to 400 ms. A buffer before a jump or at
  ///     the end is shorter.
  ///   - format: PCM of any rate, type and one or two channels; the sound is converted. Nil for the
  ///     microphone's own.
  ///   - tapBlock: takes each buffer.
  open func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: @escaping AVAudioNodeTapBlock
  ) {
    guard bus == 0 else {
      return EngineLog.say("there is no bus \(bus) to tap; expected bus 0")
    }
    if let format, format.commonFormat == .otherFormat, format.channelCount > 0 {
      return EngineLog.say("a tap cannot get the format \(format); expected PCM")
    }
    guard slot.install(AudioTap(bufferSize: bufferSize, format: format, block: tapBlock)) else {
      return EngineLog.say("bus 0 has a tap; remove it before another is installed")
    }
  }

  /// Removes the tap of a bus; when this returns, its block is not called any more.
  ///
  /// Nothing happens where there is none.
  open func removeTap(onBus bus: AVAudioNodeBus) {
    if bus == 0 { slot.remove() }
  }
}
