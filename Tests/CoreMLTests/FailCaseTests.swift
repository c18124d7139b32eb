import Foundation
import Testing

/// The files that the fuzzer keeps: each once took endless time or memory, or ended the program.
@Suite struct FailCaseTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzzing/FailCases")

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasPrefix(".") }.sorted()

  @Test func thereAreCases() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names)
  func aFileThatOnceFailedIsRefusedOrRuns(_ name: String) throws {
    SmallModel.tryOut([UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name))))
  }
}
