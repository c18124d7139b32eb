import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct ContentHashTests {
  /// Check values of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func knownValues(text: String, expected: String) throws {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: folder.file("x"))
    #expect(try ContentHash.ofFile(Argument(folder.file("x").path)) == expected)
    let hash = ContentHash()
    for byte in text.utf8 { hash.append([byte]) }
    #expect(hash.finish() == expected)
  }

  @Test func aMillionLettersInOneFile() throws {
    let folder = try TemporaryFolder()
    try Data(repeating: UInt8(ascii: "a"), count: 1_000_000).write(to: folder.file("x"))
    #expect(
      try ContentHash.ofFile(Argument(folder.file("x").path))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func aFolderHashesNamesAndContents() throws {
    let folder = try TemporaryFolder()
    let path = Argument(folder.url.path)
    let empty = try ContentHash.ofTree(path)
    try Data("1".utf8).write(to: folder.file("a"))
    let one = try ContentHash.ofTree(path)
    try FileManager.default.moveItem(at: folder.file("a"), to: folder.file("b"))
    let renamed = try ContentHash.ofTree(path)
    #expect(Set([empty, one, renamed]).count == 3)
    #expect(throws: SystemFailure.self) {
      try ContentHash.ofFile(Argument(folder.file("missing").path))
    }
  }
}
