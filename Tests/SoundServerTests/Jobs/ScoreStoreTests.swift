import Foundation
import SoundEvents
import TestSupport
import Testing

@testable import SoundServer

@Suite struct ScoreStoreTests {
  private let folder: TemporaryFolder
  private let store: ScoreStore
  private let windows: [ScoredWindow]

  init() throws {
    folder = try TemporaryFolder()
    store = try ScoreStore(folder.file("scores"), labelCount: 3)
    windows = (0..<50).map { (index: Int64) -> ScoredWindow in
      let first = Float(index) / 50
      let scores: [Float] = [first, 0.1, .leastNonzeroMagnitude]
      return ScoredWindow(startFrame: index * 100, endFrame: index * 100 + 250, scores: scores)
    }
    for window in windows { try store.append(window) }
  }

  @Test func givesBackWhatItGot() throws {
    #expect(try store.read(0..<50) == windows)
    #expect(try store.read(7..<9) == Array(windows[7..<9]))
    #expect(try store.read(48..<60) == Array(windows[48...]))
    #expect(try store.read(60..<70).isEmpty)
  }

  @Test(arguments: [0, 99, 100, 249, 250, 1234, 5149, 5150, 9999])
  func findsTheWindowsAroundAFrame(frame: Int64) throws {
    let expected = windows.indices.filter {
      windows[$0].startFrame <= frame && frame < windows[$0].endFrame
    }
    #expect(Array(try store.windows(around: frame)) == expected)
  }
}
