import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct InputListTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["b/2.wav", "b/c/3.wav", "a.wav", "b.wav", ".hidden", "b/.git/x", "notes.txt"] {
      let url = folder.file(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: url)
    }
  }

  private func path(_ name: String) -> Argument { Argument(folder.url.path + "/" + name) }

  private func list(_ operands: [Argument], lists: [Argument] = []) throws -> InputList {
    try InputList(operands: operands, lists: lists, outputFolder: nil)
  }

  private func names(_ list: InputList) -> [String] {
    list.inputs.map { String($0.path.text.dropFirst(folder.url.path.count + 1)) }
  }

  @Test func aFolderIsSearchedInTheOrderOfItsBytes() throws {
    let list = try list([Argument(folder.url.path)])
    #expect(names(list) == ["a.wav", "b.wav", "b/2.wav", "b/c/3.wav", "notes.txt"])
    #expect(list.inputs.allSatisfy(\.isFound) && list.isSearched && list.skippedCount == 2)
    #expect(
      list.inputs.map { String(decoding: $0.place, as: UTF8.self) }
        == ["a.wav", "b.wav", "b/2.wav", "b/c/3.wav", "notes.txt"])
    let slashed = try self.list([Argument(folder.url.path + "/")])
    #expect(slashed.inputs.map(\.place) == list.inputs.map(\.place))
  }

  @Test func linksThatLeadInCirclesAreFollowedOnce() throws {
    for (name, target) in [("b/up", ".."), ("b/c/self", "."), ("0-first", "b")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name).path, withDestinationPath: target)
    }
    #expect(
      try names(list([Argument(folder.url.path)]))
        == ["a.wav", "b.wav", "b/2.wav", "b/c/3.wav", "notes.txt"])
  }

  @Test func pipesAreNotOpened() throws {
    #expect(unsafe mkfifo(folder.file("b/pipe").path, 0o600) == 0)
    let list = try list([path("b")])
    #expect(names(list) == ["b/2.wav", "b/c/3.wav"] && list.skippedCount == 2)
  }

  @Test(arguments: [
    ("*.wav", ["a.wav", "b.wav"]), ("b/*", ["b/2.wav", "b/c/3.wav"]),
    ("**/*.wav", ["a.wav", "b.wav", "b/2.wav", "b/c/3.wav"]), ("b/**/3.wav", ["b/c/3.wav"]),
    ("[ab].w?v", ["a.wav", "b.wav"]), (".h*", [".hidden"]), ("*/c/*.wav", ["b/c/3.wav"]),
  ])
  func patterns(pattern: String, expected: [String]) throws {
    let list = try list([path(pattern)])
    #expect(names(list) == expected && list.problems.isEmpty && list.isSearched)
  }

  @Test func aNameThatExistsIsNoPattern() throws {
    try Data().write(to: folder.file("[x].wav"))
    let list = try list([path("[x].wav")])
    #expect(names(list) == ["[x].wav"] && !list.isSearched && !list.inputs[0].isFound)
  }

  @Test func whatCannotBeFoundIsOneSentence() throws {
    let list = try list([path("*.mp3"), path("missing.wav")])
    #expect(list.problems.count == 1)
    #expect(list.problems[0].sentence.hasSuffix("*.mp3: no file fits this pattern"))
    #expect(names(list) == ["missing.wav"], "its own failure tells of it")
  }

  @Test(arguments: [
    ("x\ny z\n", ["x", "y z"]), ("x\r\n\r\n\u{FEFF}y", ["x", "\u{FEFF}y"]),
    ("x\u{0}y\nz\u{0}", ["x", "y\nz"]), ("\u{FEFF}x", ["x"]), ("-\n", ["./-"]), ("", []),
  ])
  func listsOfNames(text: String, expected: [String]) {
    let list = NameList(Array(text.utf8))
    #expect(list.names.map(\.text) == expected && list.isExact == text.contains("\u{0}"))
  }

  @Test func listsComeAfterOperandsAndKeepEveryByte() throws {
    let odd: [UInt8] = Array(folder.url.path.utf8) + [0x2F, 0xFF, 0x0A, 0x2E]
    try Data(odd + [0] + Array(path("b").bytes) + [0]).write(to: folder.file("list"))
    let list = try list([path("a.wav")], lists: [path("list")])
    #expect(
      list.inputs.map(\.path) == [path("a.wav"), Argument(bytes: odd)] + [
        path("b/2.wav"), path("b/c/3.wav"),
      ])
  }

  @Test func namesFromAProgramAreNoPatterns() throws {
    try Data((path("*.wav").bytes + [0])).write(to: folder.file("exact"))
    try Data((path("*.wav").bytes + [10])).write(to: folder.file("lines"))
    #expect(try names(list([], lists: [path("exact")])) == ["*.wav"])
    #expect(try names(list([], lists: [path("lines")])) == ["a.wav", "b.wav"])
  }

  @Test func placesOfSeveralOperandsFollowTheirNames() throws {
    let list = try list([Argument("../x/./a.wav"), Argument("/r/b.wav"), Argument("c.wav")])
    #expect(
      list.inputs.map { String(decoding: $0.place, as: UTF8.self) }
        == ["x/a.wav", "r/b.wav", "c.wav"])
  }
}
