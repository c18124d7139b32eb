import Foundation
import TestSupport
import Testing

@testable import SoundServer

@Suite struct WorkFolderTests {
  private let base: TemporaryFolder
  private var parent: URL { base.file("soundanalysis-\(getuid())") }

  init() throws { base = try TemporaryFolder() }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []).sorted()
  }

  /// What a server leaves that was killed: a folder and a lock that nobody holds.
  private func leave(_ name: String) throws {
    let folder = parent.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: parent.path)
    try Data("audio".utf8).write(to: folder.appendingPathComponent("recording"))
    try Data().write(to: parent.appendingPathComponent("\(name).lock"))
  }

  @Test func vanishesWithItsOwner() throws {
    var folder: WorkFolder? = try WorkFolder(in: base.url)
    let url = try #require(folder?.url)
    try Data("x".utf8).write(to: url.appendingPathComponent("upload"))
    #expect(names.count == 2)
    folder = nil
    #expect(names.isEmpty)
  }

  @Test func isForItsUserAlone() throws {
    let folder = try WorkFolder(in: base.url)
    for url in [parent, folder.url] {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func sweepsWhatAKilledServerLeft() throws {
    try leave("left")
    let folder = try WorkFolder(in: base.url)
    #expect(!names.contains { $0.hasPrefix("left") })
    #expect(names.contains(folder.url.lastPathComponent))
  }

  @Test func leavesTheFoldersOfRunningServers() throws {
    let first = try WorkFolder(in: base.url)
    try leave("left")
    let second = try WorkFolder(in: base.url)
    #expect(FileManager.default.fileExists(atPath: first.url.path))
    #expect(FileManager.default.fileExists(atPath: second.url.path))
    #expect(names.count == 4)
  }

  @Test func refusesAParentThatOthersMayWrite() throws {
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: parent.path)
    #expect(throws: ServerError.self) { try WorkFolder(in: base.url) }
  }

  @Test func refusesAParentThatIsALink() throws {
    let elsewhere = base.file("elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: parent, withDestinationURL: elsewhere)
    #expect(throws: ServerError.self) { try WorkFolder(in: base.url) }
  }
}
