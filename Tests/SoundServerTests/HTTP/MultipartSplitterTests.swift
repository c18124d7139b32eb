import Testing

@testable import SoundServer

@Suite struct MultipartSplitterTests {
  private static let boundary = "XbX"
  private static let body: [UInt8] = Array(
    ("a preamble that is no part\r\n--XbX\r\nContent-Disposition: form-data; name=\"window\"\r\n\r\n1.5\r\n"
      + "--XbX  \r\ncontent-disposition: form-data; name=\"file\"; filename=\"a;b \\\"c%22.wav\"\r\n"
      + "Content-Type: audio/wav\r\n\r\n\r\n--Xb\r\nX--XbY\r\r\n--XbX--\r\nan epilogue").utf8)

  private struct Part: Equatable {
    var name: String
    var fileName: String?
    var bytes: [UInt8] = []
    var isWhole = false
  }

  private func split(_ pieces: [[UInt8]]) throws -> (parts: [Part], isComplete: Bool) {
    var splitter = try #require(MultipartSplitter(boundary: Self.boundary))
    var parts: [Part] = []
    for piece in pieces {
      try splitter.append(piece) { event in
        switch event {
        case .part(let name, let fileName): parts.append(Part(name: name, fileName: fileName))
        case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
        case .endOfPart: parts[parts.count - 1].isWhole = true
        }
      }
    }
    return (parts, splitter.isComplete)
  }

  private let expected = [
    Part(name: "window", fileName: nil, bytes: Array("1.5".utf8), isWhole: true),
    Part(
      name: "file", fileName: "a;b \"c\".wav", bytes: Array("\r\n--Xb\r\nX--XbY\r".utf8),
      isWhole: true),
  ]

  @Test func findsPartsWhereverTheNetworkCuts() throws {
    for cut in 0...Self.body.count {
      let (parts, isComplete) = try split([Array(Self.body[..<cut]), Array(Self.body[cut...])])
      #expect(parts == expected)
      #expect(isComplete)
    }
  }

  @Test(arguments: [1, 2, 3, 7]) func findsPartsInPieces(of length: Int) throws {
    let pieces = stride(from: 0, to: Self.body.count, by: length).map {
      Array(Self.body[$0..<min($0 + length, Self.body.count)])
    }
    #expect(try split(pieces).parts == expected)
  }

  @Test func tellsThatTheEndIsMissing() throws {
    let short = Array(Self.body.dropLast(16))
    let (parts, isComplete) = try split([short])
    #expect(!isComplete)
    #expect(parts.last?.isWhole == false)
  }

  @Test func refusesEndlessFields() throws {
    let endless = Array("--XbX\r\nX: ".utf8) + Array(repeating: UInt8(65), count: 20_000)
    #expect(throws: Problem.self) { try self.split([endless]) }
  }

  @Test func refusesAPartWithoutName() {
    #expect(throws: Problem.self) {
      try self.split([Array("--XbX\r\nContent-Type: audio/wav\r\n\r\nabc\r\n--XbX--".utf8)])
    }
  }

  @Test func refusesBoundariesOfAnImpossibleLength() {
    #expect(MultipartSplitter(boundary: "") == nil)
    #expect(MultipartSplitter(boundary: String(repeating: "b", count: 71)) == nil)
  }
}
