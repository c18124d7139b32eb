import Foundation
import SoundAnalysis
import Testing

@Suite struct SNErrorTests {
  @Test(arguments: [
    (SNError.Code.unknownError, 1), (.operationFailed, 2), (.invalidFormat, 3), (.invalidModel, 4),
    (.invalidFile, 5),
  ])
  func codesAndDomainAreApples(code: SNError.Code, number: Int) {
    let error: any Error = SNError(code)
    #expect((error as NSError).code == number)
    #expect((error as NSError).domain == "com.apple.SoundAnalysis")
    #expect(SNError(code).code == code)
  }

  @Test func sentenceReachesFoundation() {
    let error: any Error = SNError(
      .invalidFile, userInfo: [NSLocalizedDescriptionKey: "Cannot open it."])
    #expect(error.localizedDescription == "Cannot open it.")
    #expect((error as NSError).localizedDescription == "Cannot open it.")
  }

  @Test func catchesByCodeAndByType() {
    do {
      throw SNError(.invalidModel)
    } catch SNError.invalidFile {
      Issue.record("the wrong code matched")
    } catch SNError.invalidModel {
      // as it should be
    } catch {
      Issue.record("no code matched")
    }
    do {
      throw SNError(.operationFailed)
    } catch let error as SNError {
      #expect(error.code == .operationFailed)
    } catch {
      Issue.record("the type did not match")
    }
  }

  @Test func foreignErrorsWithTheSameNumberDoNotMatch() {
    let foreign: any Error = NSError(domain: "elsewhere", code: 5)
    if case SNError.invalidFile = foreign { Issue.record("matched a foreign error") }
  }
}
