import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

@Suite(.serialized) struct AVAudioEngineTests {
  private func system(
    frames: Int = 960, count: Int = 10, rate: Double = 48_000, channels: Int = 2,
    vanishes: Bool = false, gate: Gate = Gate(isOpen: true)
  ) -> ScriptedSystem {
    ScriptedSystem(
      [
        .play(
          frames: frames, count: count, sampleRate: rate, channels: channels, vanishes: vanishes)
      ], gate: gate)
  }

  private let noMicrophone = ScriptedSystem([.refuse(CaptureError(.noDevice, device: ""))])

  @Test func tapGetsEverySampleOnceWithItsPlace() {
    let engine = AVAudioEngine(system: system(frames: 700, count: 20))
    let recorder = TapRecorder()
    engine.inputNode.installTap(
      onBus: 0, bufferSize: 1024, format: nil, block: recorder.take)
    #expect(throws: Never.self) { try engine.start() }
    let pieces = recorder.wait(forFrames: 13 * 1024)
    engine.stop()
    let whole = recorder.all
    #expect(pieces.allSatisfy { $0.samples[0].count == 1024 })
    #expect(whole.reduce(0) { $0 + $1.samples[0].count } == 14_000)
    var position: Int64 = 0
    for piece in whole {
      #expect(piece.sampleTime == position)
      #expect(piece.sampleRate == 48_000)
      #expect(!piece.isMainThread)
      #expect(piece.hostTime > 0)
      for channel in 0..<2 {
        let expected = (0..<piece.samples[channel].count).map {
          ScriptedMicrophone.sample(Int(position) + $0, channel)
        }
        #expect(piece.samples[channel] == expected)
      }
      position += Int64(piece.samples[0].count)
    }
  }

  @Test func formatIsKnownBeforeTheStart() {
    let engine = AVAudioEngine(system: system(rate: 44_100, channels: 1))
    let format = engine.inputNode.outputFormat(forBus: 0)
    #expect(format.sampleRate == 44_100)
    #expect(format.channelCount == 1)
    #expect(format.isStandard)
    #expect(engine.inputNode.inputFormat(forBus: 0) == format)
    #expect(!engine.isRunning)
  }

  @Test func withoutMicrophoneFormatIsEmptyAndStartThrows() throws {
    let engine = AVAudioEngine(system: noMicrophone)
    let format = engine.inputNode.inputFormat(forBus: 0)
    #expect(format.sampleRate == 0)
    #expect(format.channelCount == 0)
    engine.prepare()
    let error = try #require(throws: (any Error).self) { try engine.start() } as NSError
    #expect(error.domain == "com.apple.coreaudio.avfaudio")
    #expect(error.localizedDescription.contains("there is no microphone"))
    #expect(!engine.isRunning)
  }

  @Test func tapWithTheEmptyFormatGetsTheMicrophonesOwn() throws {
    let system = ScriptedSystem([
      .refuse(CaptureError(.noDevice, device: "")),
      .play(frames: 960, count: 3, sampleRate: 48_000, channels: 1, vanishes: false),
    ])
    let engine = AVAudioEngine(system: system)
    let recorder = TapRecorder()
    engine.inputNode.installTap(
      onBus: 0, bufferSize: 960, format: engine.inputNode.outputFormat(forBus: 0),
      block: recorder.take)
    try engine.start()
    #expect(recorder.wait(forFrames: 2880).count == 3)
    engine.stop()
  }

  @Test func tapFormatIsConverted() throws {
    // A ramp stays a ramp at another rate, apart from the filter's edges.
    let engine = AVAudioEngine(system: system(frames: 960, count: 100))
    let recorder = TapRecorder()
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channels: 1, interleaved: false))
    engine.inputNode.installTap(
      onBus: 0, bufferSize: 1600, format: format, block: recorder.take)
    try engine.start()
    let pieces = recorder.wait(forFrames: 31_000)
    engine.stop()
    var position: Int64 = 0
    for piece in pieces {
      #expect(piece.sampleRate == 16_000)
      #expect(piece.samples.count == 1)
      #expect(piece.sampleTime == position)
      for index in piece.samples[0].indices {
        let frame = Int(position) + index
        guard (100..<30_000).contains(frame) else { continue }
        let expected = Float(frame * 3) / 0x1p20
        #expect(abs(piece.samples[0][index] - expected) < 1e-4)
      }
      position += Int64(piece.samples[0].count)
    }
    #expect(position >= 31_000)
  }

  @Test func secondTapIsRefusedAndRemovingTwiceDoesNothing() throws {
    let messages = Mutex<[String]>([])
    EngineLog.setSink { message in messages.withLock { $0.append(message) } }
    defer { EngineLog.setSink(nil) }
    let engine = AVAudioEngine(system: system())
    let (first, second) = (TapRecorder(), TapRecorder())
    let input = engine.inputNode
    input.removeTap(onBus: 0)
    input.installTap(onBus: 0, bufferSize: 960, format: nil, block: first.take)
    input.installTap(onBus: 0, bufferSize: 960, format: nil, block: second.take)
    input.installTap(onBus: 1, bufferSize: 960, format: nil, block: second.take)
    #expect(messages.withLock { $0.count } == 2)
    try engine.start()
    _ = first.wait(forFrames: 9600)
    #expect(second.all.isEmpty)
    input.removeTap(onBus: 0)
    input.removeTap(onBus: 0)
    input.removeTap(onBus: 7)
    engine.stop()
    engine.stop()
  }

  @Test func tapMayRemoveItself() throws {
    let engine = AVAudioEngine(system: system(frames: 9600, count: 5))
    let calls = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    let input = engine.inputNode
    input.installTap(onBus: 0, bufferSize: 960, format: nil) { [weak input] _, _ in
      calls.withLock { $0 += 1 }
      input?.removeTap(onBus: 0)
      done.signal()
    }
    try engine.start()
    #expect(done.wait(timeout: .now() + Double(10 * Sanitizer.patience)) == .success)
    Thread.sleep(forTimeInterval: 0.05)
    engine.stop()
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func engineMayBeStoppedFromItsTap() throws {
    let engine = AVAudioEngine(system: system(frames: 960, count: 1000))
    let done = DispatchSemaphore(value: 0)
    engine.inputNode.installTap(onBus: 0, bufferSize: 960, format: nil) { [weak engine] _, _ in
      engine?.stop()
      done.signal()
    }
    try engine.start()
    #expect(done.wait(timeout: .now() + Double(10 * Sanitizer.patience)) == .success)
    #expect(!engine.isRunning)
  }

  @Test func vanishedMicrophoneIsReportedAndTheEngineStartsAgain() throws {
    let engine = AVAudioEngine(
      system: ScriptedSystem([
        .play(frames: 960, count: 3, sampleRate: 48_000, channels: 1, vanishes: true),
        .play(frames: 960, count: 2, sampleRate: 16_000, channels: 1, vanishes: false),
      ]))
    let recorder = TapRecorder()
    let changed = DispatchSemaphore(value: 0)
    let token = NotificationCenter.default.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
    ) { _ in changed.signal() }
    defer { NotificationCenter.default.removeObserver(token) }
    engine.inputNode.installTap(onBus: 0, bufferSize: 1920, format: nil, block: recorder.take)
    try engine.start()
    #expect(changed.wait(timeout: .now() + Double(10 * Sanitizer.patience)) == .success)
    #expect(!engine.isRunning)
    let failure = try #require(engine.failure)
    #expect(failure.localizedDescription.contains("the microphone has gone away"))
    // What had gathered is not lost: one whole buffer and a half.
    #expect(recorder.all.map { $0.samples[0].count } == [1920, 960])

    try engine.start()
    #expect(engine.failure == nil)
    let pieces = recorder.wait(forFrames: 2880 + 1920)
    engine.stop()
    #expect(pieces.last?.sampleRate == 16_000)
    #expect(pieces[2].sampleTime < 1600)
  }

  @Test func slowTapLosesTheOldestAndIsToldByTheTimes() throws {
    // Thirty seconds come at once, while the first buffer is being taken.
    let gate = Gate(isOpen: false)
    let system = system(frames: 4800, count: 300, channels: 1, gate: gate)
    let engine = AVAudioEngine(system: system)
    let recorder = TapRecorder()
    let isBlocked = DispatchSemaphore(value: 0)
    let isFirst = Mutex(true)
    engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, when in
      if isFirst.withLock({ value in
        defer { value = false }; return value
      }) {
        isBlocked.wait()
      }
      recorder.take(buffer, when)
    }
    try engine.start()
    gate.open()
    system.drained.pass()
    isBlocked.signal()
    let pieces = recorder.wait(forFrames: 4800 * 50)
    engine.stop()
    #expect(recorder.frameCount <= 48_000 * 12)
    for piece in pieces {
      #expect(piece.samples[0].first == ScriptedMicrophone.sample(Int(piece.sampleTime), 0))
    }
    let jumps = zip(pieces, pieces.dropFirst()).count {
      $1.sampleTime != $0.sampleTime + Int64($0.samples[0].count)
    }
    #expect(jumps >= 1)
  }

  @Test func keptBuffersAreLeftAlone() throws {
    let engine = AVAudioEngine(system: system(frames: 960, count: 60, channels: 1))
    let kept = KeptBuffers()
    let recorder = TapRecorder()
    engine.inputNode.installTap(onBus: 0, bufferSize: 960, format: nil) { buffer, when in
      kept.buffers.append(buffer)
      recorder.take(buffer, when)
    }
    try engine.start()
    _ = recorder.wait(forFrames: 57_600)
    engine.stop()
    #expect(kept.buffers.count == 60)
    for (index, buffer) in kept.buffers.enumerated() {
      var samples: [Float] = []
      buffer.appendChannel(0, to: &samples)
      #expect(samples.first == ScriptedMicrophone.sample(index * 960, 0))
    }
  }

  /// Only touched by the tap until the engine is stopped, then by the test.
  private final class KeptBuffers: @unchecked Sendable {
    var buffers: [AVAudioPCMBuffer] = []
  }

  @Test func pausedEngineGoesOnLater() throws {
    let engine = AVAudioEngine(system: system(frames: 960, count: 3, channels: 1))
    let recorder = TapRecorder()
    engine.inputNode.installTap(onBus: 0, bufferSize: 960, format: nil, block: recorder.take)
    try engine.start()
    try engine.start()
    _ = recorder.wait(forFrames: 2880)
    engine.pause()
    #expect(!engine.isRunning)
    Thread.sleep(forTimeInterval: 0.1)
    try engine.start()
    let pieces = recorder.wait(forFrames: 5760)
    engine.stop()
    #expect(pieces[3].sampleTime >= 4800)
  }

  @Test func connectedNodesHearTheMicrophone() throws {
    let engine = AVAudioEngine(system: system())
    let recorder = TapRecorder()
    let mixer = AVAudioMixerNode()
    engine.attach(mixer)
    #expect(mixer.outputFormat(forBus: 0).channelCount == 0)
    engine.connect(engine.inputNode, to: mixer, format: nil)
    engine.connect(mixer, to: engine.mainMixerNode, format: nil)
    engine.connect(engine.mainMixerNode, to: mixer, format: nil)
    #expect(engine.mainMixerNode.outputFormat(forBus: 0).channelCount == 2)
    engine.mainMixerNode.installTap(onBus: 0, bufferSize: 960, format: nil, block: recorder.take)
    try engine.start()
    #expect(recorder.wait(forFrames: 9600).count == 10)
    engine.detach(mixer)
    #expect(engine.mainMixerNode.outputFormat(forBus: 0).channelCount == 0)
    engine.stop()
  }

  @Test func engineWithoutInputRunsSilently() throws {
    let engine = AVAudioEngine(system: noMicrophone)
    _ = engine.outputNode
    try engine.start()
    #expect(engine.isRunning)
    engine.stop()
  }

  @Test func droppedEngineClosesItsMicrophone() throws {
    let recorder = TapRecorder()
    weak var weakEngine: AVAudioEngine?
    do {
      let engine = AVAudioEngine(system: system(frames: 960, count: 100_000, channels: 1))
      weakEngine = engine
      engine.inputNode.installTap(onBus: 0, bufferSize: 960, format: nil, block: recorder.take)
      try engine.start()
      _ = recorder.wait(forFrames: 960)
    }
    #expect(weakEngine == nil)
    let count = recorder.all.count
    Thread.sleep(forTimeInterval: 0.05)
    #expect(recorder.all.count == count)
  }
}
