import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct DescriptorSinkTests {
  /// What a pipe holds without waiting for more.
  private func available(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    _ = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
    return Int(count)
  }

  @Test func aPipeGetsEachRecordAtOnce() throws {
    let pipe = Pipe()
    let sink = DescriptorSink(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    let reader = pipe.fileHandleForReading.fileDescriptor
    try sink.write("one")
    #expect(available(reader) == 0)
    try sink.endRecord()
    #expect(available(reader) == 3)
    try sink.write("two")
    try sink.flush()
    #expect(available(reader) == 6)
  }

  @Test func aFileGetsLargePieces() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("out")
    let descriptor = unsafe open(file.path, O_CREAT | O_WRONLY, 0o600)
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor: descriptor, name: "out")
    try sink.write("one")
    try sink.endRecord()
    #expect(try Data(contentsOf: file).isEmpty)
    try sink.write(String(repeating: "x", count: 1 << 16))
    #expect(try Data(contentsOf: file).count == 3 + 1 << 16)
    try sink.write("two")
    try sink.flush()
    #expect(try Data(contentsOf: file).suffix(3) == Data("two".utf8))
  }

  @Test func aReaderThatWentAwayIsTold() throws {
    // The test program ignores the signal, as the command does.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { _ = signal(SIGPIPE, previous) }
    let pipe = Pipe()
    let sink = DescriptorSink(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    try pipe.fileHandleForReading.close()
    try sink.write("one")
    #expect(throws: OutputError.closedPipe) { try sink.flush() }
  }

  @Test func aFullDiskIsNamed() throws {
    let descriptor = unsafe open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor: descriptor, name: "results.csv")
    try sink.write("one")
    let error = #expect(throws: OutputError.self) { try sink.flush() }
    #expect(error?.description == "cannot write results.csv: No space left on device")
  }

  @Test func aSlowReaderGetsEverything() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting.fileDescriptor
    // A pipe that never blocks its writer: the sink has to wait for room by itself.
    _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
    let count = 1 << 20
    let received = Mutex(0)
    let isDone = DispatchSemaphore(value: 0)
    // A thread of its own: the pool of tasks may be one thread, and this test blocks it.
    Thread.detachNewThread {
      let data = try? pipe.fileHandleForReading.read(upToCount: count)
      received.withLock { $0 = data?.count ?? 0 }
      isDone.signal()
    }
    let sink = DescriptorSink(descriptor: writer, name: "pipe")
    for _ in 0..<count / 1024 {
      try sink.write(String(repeating: "y", count: 1024))
      try sink.endRecord()
    }
    isDone.wait()
    #expect(received.withLock { $0 } == count)
  }
}
