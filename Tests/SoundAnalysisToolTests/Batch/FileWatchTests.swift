import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct FileWatchTests {
  private let folder: TemporaryFolder
  private let watch: FileWatch
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.wav").path
    try Data("1234".utf8).write(to: folder.file("a.wav"))
    watch = FileWatch(
      BatchInput(path: Argument(path), size: 4, isFound: false, place: Array("a.wav".utf8)))
  }

  @Test func aFileThatStaysIsNoFailure() { #expect(watch.change() == nil && !watch.isChanged) }

  @Test func aFileThatGrows() throws {
    let handle = try FileHandle(forWritingTo: folder.file("a.wav"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("5".utf8))
    try handle.close()
    #expect(
      watch.change() == "\(path): the file changed while it was read (4 bytes before, 5 after)")
  }

  @Test func anotherFileUnderItsName() throws {
    try Data("1234".utf8).write(to: folder.file("b"))
    #expect(unsafe rename(folder.file("b").path, path) == 0)
    #expect(watch.change()?.contains("changed while it was read") == true && watch.isChanged)
  }

  @Test func aFileThatVanishes() throws {
    try FileManager.default.removeItem(at: folder.file("a.wav"))
    #expect(watch.change() == "\(path): the file was removed while it was read")
    #expect(!watch.isChanged, "what was in it may be there again later")
  }
}
