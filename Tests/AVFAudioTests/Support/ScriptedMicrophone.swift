import Foundation
import Synchronization
import TestSupport

@testable import AVFAudio

/// Microphones that a test plays: each opening takes the next script.
final class ScriptedSystem: CaptureSystem {
  enum Script: Sendable {
    case refuse(CaptureError)
    /// Blocks of this many frames, `count` of them, then silence without end or the device's end.
    case play(frames: Int, count: Int, sampleRate: Double, channels: Int, vanishes: Bool)
  }

  private let scripts: Mutex<[Script]>
  private let openings = Mutex(0)

  /// Lets the microphones go on; a closed gate holds them back before their first sound.
  let gate: Gate

  /// Opens when a microphone has given all its sound.
  let drained = Gate(isOpen: false)

  init(_ scripts: [Script], gate: Gate = Gate(isOpen: true)) {
    self.scripts = Mutex(scripts)
    self.gate = gate
  }

  var openingCount: Int { openings.withLock { $0 } }

  func open(_ device: AudioInputDevice?) throws(CaptureError) -> any CaptureSource {
    openings.withLock { $0 += 1 }
    let next = scripts.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    switch next {
    case .play(let frames, let count, let sampleRate, let channels, let vanishes):
      return ScriptedMicrophone(
        frames: frames, count: count, sampleRate: sampleRate, channelCount: channels,
        vanishes: vanishes, gate: gate, drained: drained)
    case .refuse(let error): throw error
    case nil: throw CaptureError(.noDevice, device: "")
    }
  }
}

/// Holds threads back until it is opened.
final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen: Bool

  init(isOpen: Bool) { self.isOpen = isOpen }

  func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  func pass() {
    condition.lock()
    while !isOpen { condition.wait() }
    condition.unlock()
  }
}

/// Sample n of channel c is (n + c / 10) / 2^20, so that each tells where it comes from.
final class ScriptedMicrophone: CaptureSource, @unchecked Sendable {
  let sampleRate: Double
  let channelCount: Int
  private let frames: Int
  private let vanishes: Bool
  private let gate: Gate
  private let drained: Gate
  private var remaining: Int
  private var position = 0

  init(
    frames: Int, count: Int, sampleRate: Double, channelCount: Int, vanishes: Bool, gate: Gate,
    drained: Gate
  ) {
    self.frames = frames
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.vanishes = vanishes
    self.gate = gate
    self.drained = drained
    remaining = count
  }

  static func sample(_ frame: Int, _ channel: Int) -> Float {
    Float(frame) / 0x1p20 + Float(channel) / 8
  }

  func read(into samples: inout [Float]) throws(CaptureError) -> Bool {
    gate.pass()
    samples.removeAll(keepingCapacity: true)
    guard remaining > 0 else {
      drained.open()
      if vanishes { throw CaptureError(.vanished, device: "the test's microphone") }
      Thread.sleep(forTimeInterval: 0.002)
      return false
    }
    remaining -= 1
    for frame in position..<position + frames {
      for channel in 0..<channelCount { samples.append(Self.sample(frame, channel)) }
    }
    position += frames
    return true
  }
}

/// What a tap got.
final class TapRecorder: @unchecked Sendable {
  struct Piece: Sendable {
    let samples: [[Float]]
    let sampleTime: Int64
    let sampleRate: Double
    let hostTime: UInt64
    let isMainThread: Bool
  }

  private let condition = NSCondition()
  private var pieces: [Piece] = []

  func take(_ buffer: AVAudioPCMBuffer, _ when: AVAudioTime) {
    var channels: [[Float]] = []
    for channel in 0..<Int(buffer.format.channelCount) {
      var samples: [Float] = []
      buffer.appendChannel(channel, to: &samples)
      channels.append(samples)
    }
    condition.lock()
    pieces.append(
      Piece(
        samples: channels, sampleTime: when.sampleTime, sampleRate: when.sampleRate,
        hostTime: when.hostTime, isMainThread: Thread.isMainThread))
    condition.broadcast()
    condition.unlock()
  }

  var all: [Piece] {
    condition.lock()
    defer { condition.unlock() }
    return pieces
  }

  /// The frames of all pieces.
  var frameCount: Int { all.reduce(0) { $0 + $1.samples[0].count } }

  /// Waits for so many frames; what there is after a limit of time if they do not come.
  func wait(forFrames count: Int) -> [Piece] {
    let end = Date(timeIntervalSinceNow: Double(10 * Sanitizer.patience))
    condition.lock()
    defer { condition.unlock() }
    while pieces.reduce(0, { $0 + $1.samples[0].count }) < count, condition.wait(until: end) {}
    return pieces
  }
}
