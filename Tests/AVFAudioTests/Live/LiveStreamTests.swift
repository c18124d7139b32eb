import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// Sources that stall, end, come back, never answer or are none.
@Suite(.timeLimit(.minutes(2 * Sanitizer.patience)))
struct LiveStreamTests {
  /// Half a second of noise at 16 kHz, as a program writes it to a pipe; whole packets of 4096 bytes.
  private let piece = WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 8192)).liveData

  private func patience(_ timeout: Double, reconnect: Double? = nil) -> LiveStream.Patience {
    var patience = LiveStream.Patience()
    patience.timeout = timeout
    patience.reconnect = reconnect
    return patience
  }

  private func listen(
    _ server: LoopbackServer, scheme: String = "tcp", _ patience: LiveStream.Patience
  ) throws -> LiveStream {
    let address = try #require(AudioAddress("\(scheme)://127.0.0.1:\(server.port)/live"))
    return LiveStream(.bytes(.address(address)), patience)
  }

  /// What comes until `isLast`, or until nothing has come for half a minute.
  private func events(
    of stream: LiveStream, until isLast: (LiveEvent) -> Bool
  ) -> [LiveEvent] {
    var events: [LiveEvent] = []
    while let event = stream.next(within: 30) {
      events.append(event)
      if isLast(event) { break }
    }
    return events
  }

  private func soundCount(_ events: [LiveEvent]) -> Int {
    events.reduce(0) { if case .sound(let samples, _) = $1 { $0 + samples.count } else { $0 } }
  }

  private func isBroken(_ event: LiveEvent) -> Bool {
    if case .broken = event { true } else { false }
  }

  private func isEnd(_ event: LiveEvent) -> Bool {
    if case .ended = event { true } else { false }
  }

  /// Hears so many frames and gives all that came with them.
  private func hear(_ count: Int, of stream: LiveStream) -> [LiveEvent] {
    var heard = 0
    return events(of: stream) { event in
      if case .sound(let samples, _) = event { heard += samples.count }
      return heard >= count
    }
  }

  @Test func aNamedPipeThatEndsIsWaitedForAndTheGapIsTold() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let stream = LiveStream(.bytes(.file(path: path)), patience(20))
    defer { stream.stop() }
    let began = Date()
    for round in 0..<2 {
      let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try writer.write(contentsOf: piece)
      try writer.close()
      let heard = hear(8192, of: stream)
      #expect(soundCount(heard) == 8192)
      if round == 0 {
        let ending = events(of: stream, until: isBroken)
        guard case .broken(.disconnected, _) = ending.last else {
          Issue.record("\(ending)")
          return
        }
        // So that the clock is ahead of half a second of sound that came at once.
        Thread.sleep(forTimeInterval: 1)
      } else {
        guard case .gap(let gap) = heard.first, case .sound(_, let position) = heard[1] else {
          Issue.record("\(heard.map { "\($0)".prefix(40) })")
          return
        }
        #expect(gap.reason == .disconnected && gap.frames.lowerBound == 8192)
        #expect(position == gap.frames.upperBound && gap.began < gap.ended)
        #expect(Double(position) / 16_000 >= 0.9)
        #expect(Double(position) / 16_000 <= Date().timeIntervalSince(began))
      }
    }
  }

  @Test func twoSecondsOfWholeNumbersAreHeardBeforeMoreComes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let stream = LiveStream(.bytes(.file(path: path)), patience(20))
    defer { stream.stop() }
    // In 16-bit samples FFmpeg looks for other codecs: 64 KiB are the least.
    var bytes = WaveFile(sampleRate: 16_000, mono: []).liveData
    bytes.replaceSubrange(20..<22, with: [1, 0])
    bytes.replaceSubrange(28..<36, with: [0x00, 0x7D, 0, 0, 2, 0, 16, 0])
    var generator = SeededGenerator(seed: 4)
    bytes.append(contentsOf: (0..<65_536).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? writer.close() }
    try writer.write(contentsOf: bytes)
    #expect(soundCount(hear(32_768, of: stream)) == 32_768)
  }

  @Test func aNamedPipeThatStallsIsHeardOnThroughTheSameWriter() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let stream = LiveStream(.bytes(.file(path: path)), patience(0.3))
    defer { stream.stop() }
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try writer.write(contentsOf: piece.prefix(44 + 8192))
    let first = events(of: stream, until: isBroken)
    #expect(soundCount(first) == 2048)
    guard case .broken(.stalled, "no sound for 0.3 s") = first.last else {
      Issue.record("\(first)")
      return
    }
    try writer.write(contentsOf: piece.dropFirst(44 + 8192))
    try writer.close()
    #expect(soundCount(hear(8192 - 2048, of: stream)) == 8192 - 2048)
  }

  @Test func aServerThatStallsIsConnectedAgainAndNeverTwice() throws {
    let server = try LoopbackServer()
    let stream = try listen(server, patience(0.6))
    defer { stream.stop() }
    let first = try #require(server.accept())
    first.send(piece)
    #expect(soundCount(hear(8192, of: stream)) == 8192)
    // The line is open and silent, as where a camera has lost its power.
    let broken = events(of: stream, until: isBroken)
    guard case .broken(.stalled, "no sound for 0.6 s") = broken.last else {
      Issue.record("\(broken)")
      return
    }
    let second = try #require(server.accept())
    #expect(first.isHungUp(within: 0))
    second.send(piece)
    let heard = hear(8192, of: stream)
    #expect(soundCount(heard) == 8192)
    guard case .gap(let gap) = heard.first else {
      Issue.record("\(heard.map { "\($0)".prefix(40) })")
      return
    }
    #expect(gap.reason == .stalled && gap.frames.lowerBound == 8192)
    // It ends, and a server of the same place comes back later.
    second.close()
    let ended = events(of: stream, until: isBroken)
    guard case .broken(.disconnected, _) = ended.last else {
      Issue.record("\(ended)")
      return
    }
    let third = try #require(server.accept())
    third.send(piece)
    #expect(soundCount(hear(8192, of: stream)) == 8192)
  }

  @Test func aServerThatRestartsIsFoundAgain() throws {
    var server: LoopbackServer? = try LoopbackServer()
    let port = try #require(server?.port)
    let stream = try listen(try #require(server), patience(5))
    defer { stream.stop() }
    var client = server?.accept()
    client?.send(piece)
    #expect(soundCount(hear(8192, of: stream)) == 8192)
    client?.close()
    server = nil
    _ = events(of: stream, until: isBroken)
    // At least one attempt is refused.
    Thread.sleep(forTimeInterval: 0.7)
    let again = try LoopbackServer(port: port)
    client = again.accept()
    client?.send(piece)
    let heard = hear(8192, of: stream)
    #expect(soundCount(heard) == 8192 && !heard.contains(where: isBroken))
  }

  @Test func aServerThatNeverAnswersIsToldOnceAndTriedAgain() throws {
    let server = try LoopbackServer()
    let stream = try listen(server, patience(0.3))
    var before: LoopbackServer.Connection?
    for _ in 0..<3 {
      let client = try #require(server.accept())
      if let before { #expect(before.isHungUp(within: 0)) }
      before = client
    }
    stream.stop()
    var all: [LiveEvent] = []
    while let event = stream.next(within: 0) { all.append(event) }
    guard case .waiting = all.first else {
      Issue.record("\(all)")
      return
    }
    #expect(all.count == 1)
  }

  @Test func patienceHasAnEnd() throws {
    var server: LoopbackServer? = try LoopbackServer()
    let stream = try listen(try #require(server), patience(5, reconnect: 0.6))
    server?.accept()?.send(piece)
    #expect(soundCount(hear(8192, of: stream)) == 8192)
    server = nil
    guard case .ended(let failure?) = events(of: stream, until: isEnd).last else {
      Issue.record("no end with a reason")
      return
    }
    #expect(failure.reason == .unreachable)
    #expect(stream.openGap?.frames.lowerBound == 8192)
  }

  @Test func withoutPatienceTheEndIsTheEnd() throws {
    let server = try LoopbackServer()
    let stream = try listen(server, patience(5, reconnect: 0))
    server.accept()?.send(piece)
    let all = events(of: stream, until: isEnd)
    #expect(soundCount(all) == 8192)
    guard case .ended(nil) = all.last else {
      Issue.record("\(all.map { "\($0)".prefix(40) })")
      return
    }
  }

  @Test(arguments: [
    ("404 Not Found", DecodeError.Reason.notFound, "found HTTP status 404"),
    ("401 Unauthorized", .refused, "found HTTP status 401"),
    ("403 Forbidden", .refused, "found HTTP status 403"),
    ("200 OK", .notAudio, "expected a stream of sound"),
  ])
  func whatCannotBeHeardEndsAtOnce(
    status: String, reason: DecodeError.Reason, words: String
  ) throws {
    let server = try LoopbackServer()
    let stream = try listen(server, scheme: "http", patience(10))
    defer { stream.stop() }
    let body = String(repeating: "no sound at all\n", count: 200)
    let client = try #require(server.accept())
    _ = client.readRequest()
    client.send(
      "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        .utf8)
    client.close()
    let all = events(of: stream, until: isEnd)
    guard all.count == 1, case .ended(let failure?) = all[0] else {
      Issue.record("\(all)")
      return
    }
    #expect(failure.reason == reason && failure.description.contains(words), "\(failure)")
  }

  @Test func aCameraWithoutSoundEndsAtOnce() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "mute.ts"], in: folder)
    let server = try LoopbackServer()
    let stream = try listen(server, patience(10))
    defer { stream.stop() }
    let client = try #require(server.accept())
    client.send(try folder.bytes(of: "mute.ts"))
    client.close()
    guard case .ended(let failure?) = events(of: stream, until: isEnd).last else {
      Issue.record("no end with a reason")
      return
    }
    #expect(failure.reason == .noAudioTrack, "\(failure)")
  }

  @Test func aRecordingOnAServerEndsWithItsEnd() throws {
    let server = try LoopbackServer()
    let stream = try listen(server, scheme: "http", patience(10))
    defer { stream.stop() }
    let data = WaveFile(sampleRate: 16_000, mono: Signals.noise(count: 8192)).data
    // What wants to see the end of it first is served again.
    let serving = Thread {
      while let client = server.accept(within: 5) {
        _ = client.readRequest()
        client.send("HTTP/1.1 200 OK\r\nContent-Length: \(data.count)\r\n\r\n".utf8)
        client.send(data)
        client.close()
      }
    }
    serving.start()
    let all = events(of: stream, until: isEnd)
    #expect(soundCount(all) == 8192)
    guard case .ended(nil) = all.last else {
      Issue.record("\(all.map { "\($0)".prefix(60) })")
      return
    }
  }

  @Test func aListNeverLeadsToAFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](piece), to: "secret.wav")
    let server = try LoopbackServer()
    let stream = try listen(server, scheme: "http", patience(2, reconnect: 0))
    defer { stream.stop() }
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://\(path)\n#EXT-X-ENDLIST\n"
    let client = try #require(server.accept())
    _ = client.readRequest()
    client.send("HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n\(list)".utf8)
    client.close()
    let all = events(of: stream, until: isEnd)
    #expect(soundCount(all) == 0)
    guard case .ended(_?) = all.last else {
      Issue.record("\(all)")
      return
    }
  }

  @Test func aPipeWhoseWriterIsSlowIsToldOfOnceAndReadWhole() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let stalls = Mutex(0)
    let stallCount: @Sendable () -> Int = { stalls.withLock { $0 } }
    let samples = piece
    let writing = Thread {
      guard let writer = try? FileHandle(forWritingTo: URL(fileURLWithPath: path)) else { return }
      for part in [samples.prefix(10_000), samples.dropFirst(10_000)] {
        try? writer.write(contentsOf: part)
        if part.count == 10_000 {
          while stallCount() == 0 { usleep(1000) }
          usleep(300_000)
        }
      }
      try? writer.close()
    }
    writing.start()
    let watch = ReadWatch(timeout: .milliseconds(100), isLive: false) {
      stalls.withLock { $0 += 1 }
    }
    let decoder = try AudioDecoder(.file(path: path), watch: watch)
    var count = 0
    while try decoder.readBlock() { count += decoder.blockFrameCount }
    #expect(count == 8192)
    #expect(stallCount() == 1)
  }

  @Test func aMicrophoneThatGoesAwayIsOpenedAgain() {
    let play = ScriptedSystem.Script.play(
      frames: 160, count: 50, sampleRate: 16_000, channels: 2, vanishes: true)
    let system = ScriptedSystem([
      play, .refuse(CaptureError(.noDevice, device: "")), play,
      .refuse(CaptureError(.noPermission, device: "the test's microphone")),
    ])
    let stream = LiveStream(.microphone(nil), patience(5), system: system)
    defer { stream.stop() }
    let first = hear(8000, of: stream)
    #expect(soundCount(first) == 8000)
    if case .sound(let samples, 0) = first.first {
      #expect(samples == (0..<160).map { ScriptedMicrophone.sample($0, 0) })
    } else {
      Issue.record("no sound at 0")
    }
    let rest = events(of: stream, until: isEnd)
    #expect(soundCount(rest) == 8000 && rest.count(where: isBroken) == 2)
    guard case .ended(let failure?) = rest.last else {
      Issue.record("no end with a reason")
      return
    }
    #expect(failure.reason == .refused, "\(failure)")
    #expect(system.openingCount == 4)
  }
}
