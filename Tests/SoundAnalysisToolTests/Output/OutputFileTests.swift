import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func argument(_ name: String) -> Argument { Argument(folder.file(name).path) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  private func mode(_ name: String) -> UInt32? {
    FileIdentity(path: argument(name)).map { UInt32($0.mode) }
  }

  @Test func appearsOnlyWhenItIsComplete() throws {
    let output = try OutputFile(path: argument("out.txt"))
    try output.sink.write("results")
    try output.sink.flush()
    #expect(try !names().contains("out.txt"))
    try output.commit()
    #expect(try names() == ["out.txt"])
    #expect(try content("out.txt") == "results")
  }

  @Test func leavesNothingBehindWhenItIsNotCompleted() throws {
    do {
      let output = try OutputFile(path: argument("out.txt"))
      try output.sink.write("part")
      try output.sink.flush()
      #expect(try names().count == 1)
    }
    #expect(try names() == [])
  }

  @Test func keepsTheOldFileUntilThen() throws {
    try Data("old".utf8).write(to: folder.file("out.txt"))
    do {
      let output = try OutputFile(path: argument("out.txt"))
      try output.sink.write("part")
      #expect(try content("out.txt") == "old")
    }
    #expect(try content("out.txt") == "old")
    let output = try OutputFile(path: argument("out.txt"))
    try output.sink.write("new")
    try output.commit()
    #expect(try content("out.txt") == "new")
  }

  @Test func takesOverThePermissionsOfTheFileItReplaces() throws {
    try Data("old".utf8).write(to: folder.file("out.txt"))
    _ = unsafe chmod(folder.file("out.txt").path, 0o640)
    try OutputFile(path: argument("out.txt")).commit()
    #expect(mode("out.txt") == 0o640)
  }

  @Test func aNewFileHasTheUsualPermissions() throws {
    try Data().write(to: folder.file("usual"))
    let descriptor = unsafe open(folder.file("reference").path, O_CREAT | O_WRONLY, 0o666)
    close(descriptor)
    try OutputFile(path: argument("out.txt")).commit()
    #expect(mode("out.txt") == mode("reference"))
  }

  @Test(arguments: ["target.txt", "folder/target.txt", "second"])
  func aLinkToNothingStaysALink(target: String) throws {
    try FileManager.default.createDirectory(
      at: folder.file("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link").path, withDestinationPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("second").path, withDestinationPath: folder.file("end.txt").path)
    let output = try OutputFile(path: argument("link"))
    try output.sink.write("results")
    try output.commit()
    let place = target == "second" ? "end.txt" : target
    #expect(try content(place) == "results")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == target)
  }

  @Test func aLinkThatLeadsNowhereIsRefused() throws {
    for (link, target) in [("loop", "loop"), ("gone", "no/folder/file")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link).path, withDestinationPath: target)
      #expect(throws: OutputError.self) { try OutputFile(path: argument(link)) }
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(link).path) == target)
    }
  }

  @Test func writesThroughASymbolicLink() throws {
    try FileManager.default.createDirectory(
      at: folder.file("deep"), withIntermediateDirectories: false)
    try Data("old".utf8).write(to: folder.file("deep/real.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.txt").path, withDestinationPath: "deep/real.txt")
    let output = try OutputFile(path: argument("link.txt"))
    try output.sink.write("new")
    try output.commit()
    #expect(try content("deep/real.txt") == "new")
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.file("link.txt").path)
    #expect(link == "deep/real.txt")
  }

  @Test func writesADeviceInPlace() throws {
    let output = try OutputFile(path: Argument("/dev/null"))
    try output.sink.write("gone")
    try output.commit()
    #expect(FileIdentity(path: Argument("/dev/null"))?.kind == .other)
  }

  @Test func refusesADirectory() throws {
    let error = #expect(throws: OutputError.self) { try OutputFile(path: Argument("/tmp")) }
    #expect(
      error?.description
        == "cannot write /tmp: found a directory, expected a file or a name that is free")
  }

  @Test func refusesAFolderThatIsNotThere() throws {
    let name = folder.file("no/such/out.txt").path
    let error = #expect(throws: OutputError.self) { try OutputFile(path: Argument(name)) }
    #expect(error?.description == "cannot create \(name): No such file or directory")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"))
  func refusesAFileThatIsReadOnly() throws {
    try Data("old".utf8).write(to: folder.file("out.txt"))
    _ = unsafe chmod(folder.file("out.txt").path, 0o444)
    let error = #expect(throws: OutputError.self) { try OutputFile(path: argument("out.txt")) }
    #expect(error?.description == "cannot write \(folder.file("out.txt").path): Permission denied")
    #expect(try content("out.txt") == "old")
  }

  @Test func aNameNeedNotBeText() throws {
    let bytes = Array(folder.url.path.utf8) + Array("/out-".utf8) + [0xFF, 0xFE]
    let output = try OutputFile(path: Argument(bytes: bytes))
    try output.sink.write("results")
    try output.commit()
    #expect(FileIdentity(path: Argument(bytes: bytes))?.kind == .regular)
  }

  @Test func whatAKilledProcessLeftIsRemoved() throws {
    for name in [".soundanalysis-dead", ".soundanalysis", "soundanalysis-x", ".soundanalysi-x"] {
      try Data("part".utf8).write(to: folder.file(name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(".soundanalysis-link").path, withDestinationPath: "soundanalysis-x")
    #expect(unsafe mkfifo(folder.file(".soundanalysis-pipe").path, 0o600) == 0)
    let first = try OutputFile(path: argument("first"))
    let second = try OutputFile(path: argument("second"))
    try first.commit()
    try second.commit()
    #expect(
      try names() == [
        ".soundanalysi-x", ".soundanalysis", ".soundanalysis-link", ".soundanalysis-pipe", "first",
        "second", "soundanalysis-x",
      ])
  }

  @Test func aFileThatSomebodyHoldsStays() throws {
    let path = folder.file(".soundanalysis-held").path
    let descriptor = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
    #expect(flock(descriptor, LOCK_EX) == 0)
    try OutputFile(path: argument("out.txt")).commit()
    #expect(try names() == [".soundanalysis-held", "out.txt"])
    close(descriptor)
    try OutputFile(path: argument("out.txt")).commit()
    #expect(try names() == ["out.txt"])
  }
}
