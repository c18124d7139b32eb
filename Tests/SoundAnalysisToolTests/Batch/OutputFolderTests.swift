import Foundation
import TestSupport
import Testing

@testable import SoundAnalysisTool

@Suite struct OutputFolderTests {
  @Test func whyAFolderCannotBeLockedIsSaidInPlainWords() {
    #expect(OutputFolder.lockObstacle(EWOULDBLOCK) == "another run is writing into this folder")
    #expect(
      OutputFolder.lockObstacle(ENOLCK)
        == "found a disk that cannot keep two runs apart (No locks available), expected one on which "
        + "a folder can be locked, such as a disk of this machine")
  }

  @Test func aFullDiskConcernsAllAndANameOne() throws {
    let temporary = try TemporaryFolder()
    let folder = try OutputFolder(
      Argument(temporary.url.path), settings: RunSettings([]), resumes: false)
    let failed = { OutputError.failed(action: "write", name: $0, code: $1) }
    #expect(folder.concernsOneRecording(failed("a", ENAMETOOLONG)))
    #expect(folder.concernsOneRecording(failed("a", EISDIR)))
    for code in [ENOSPC, EDQUOT, EIO, EROFS] {
      #expect(!folder.concernsOneRecording(failed("a", code)))
    }
    let ledger = "\(temporary.url.path)/.soundanalysis/ledger.jsonl"
    #expect(!folder.concernsOneRecording(failed(ledger, EFBIG)))
    #expect(!folder.concernsOneRecording(.closedPipe))
  }
}
