import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct FilePlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.file("sub"), withIntermediateDirectories: false)
    try Data().write(to: folder.file("a"))
    for (link, target) in [("to-a", "a"), ("to-sub", "sub"), ("to-new", "sub/new")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link).path, withDestinationPath: target)
    }
  }

  private func place(_ name: String) -> FilePlace? {
    FilePlace(Argument(folder.file(name).path))
  }

  @Test(arguments: [
    ("a", "./a"), ("a", "sub/../a"), ("a", "to-a"), ("new", "./new"), ("new", "sub/../new"),
    ("sub/new", "to-sub/new"), ("sub/new", "to-new"), ("no/such/b", "./no//such/./b"),
  ])
  func namesOfOnePlaceAreEqual(first: String, second: String) {
    #expect(place(first) != nil && place(first) == place(second))
  }

  @Test(arguments: [("a", "new"), ("new", "sub/new"), ("no/such/b", "no/b"), ("sub/a", "a")])
  func otherPlacesDiffer(first: String, second: String) {
    #expect(place(first) != nil && place(first) != place(second))
  }

  @Test func foldersAndDevicesAreNoPlaces() {
    #expect(place("sub") == nil && FilePlace(Argument("/dev/null")) == nil)
  }
}
