import SoundAnalysis

/// Reads SubRip and WebVTT files as people have them: any encoding, any line ends, broken cues.
///
/// A cue that is broken (no times, times that are not times, an end before its beginning, no text) is
/// reported with its line and kept out. Text after an empty line within a cue belongs to the cue, as
/// in common players; the empty line is dropped.
package struct SubtitleReader {
  /// The most bytes that a subtitle file may have.
  package static let largestFile = 16 << 20

  private var document: SubtitleDocument
  private var notes: [String] = []
  /// Whether text without times would continue the last cue.
  private var continues = false

  private init(format: SubtitleFormat) {
    document = SubtitleDocument(format: format)
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: If the file is too large, or has text but no cue that could be read.
  package static func read(_ bytes: [UInt8]) throws(SubtitleError) -> SubtitleDocument {
    guard bytes.count <= largestFile else { throw .tooLarge(byteCount: bytes.count) }
    let (text, isGuess) = TextDecoding.text(bytes)
    let lines = Self.lines(of: text)
    let isWebVTT =
      lines.first.map {
        $0 == "WEBVTT" || $0.hasPrefix("WEBVTT ")
          || $0.hasPrefix("WEBVTT\t")
      } == true
    var reader = SubtitleReader(format: isWebVTT ? .webVTT : .subRip)
    reader.document.hasGuessedEncoding = isGuess
    reader.readBlocks(lines)
    if reader.document.cues.isEmpty, !isWebVTT,
      let first = lines.first(where: { !$0.isEmpty })
    {
      throw .noCues(firstLine: VisibleText.text(String(first.prefix(40))))
    }
    return reader.document
  }

  /// The lines without their ends, white space at a line's end removed.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    func finished() -> String {
      while let last = line.last, last == " " || last == "\t" { line.removeLast() }
      return String(line)
    }
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { continue }
      if scalar == "\n" || scalar == "\r" {
        lines.append(finished())
        line = String.UnicodeScalarView()
      } else if scalar != "\0" {
        line.append(scalar)
      }
    }
    lines.append(finished())
    return lines
  }

  private mutating func readBlocks(_ lines: [String]) {
    var place = 0
    while place < lines.count {
      guard !lines[place].isEmpty else {
        place += 1
        continue
      }
      let first = place
      while place < lines.count, !lines[place].isEmpty { place += 1 }
      var block = first..<place
      if document.format == .webVTT, first == 0 {
        // The header ends with an empty line; some files go on with the first cue at once.
        let cue = block.firstIndex { lines[$0].contains("-->") }
        let end = cue.map { $0 > 1 && !lines[$0 - 1].contains(":") ? $0 - 1 : $0 } ?? place
        document.header = lines[..<end].joined(separator: "\n")
        block = end..<place
        if block.isEmpty { continue }
      }
      for range in Self.split(lines, block) { readBlock(lines, range) }
    }
    document.blocksAfter = notes
  }

  /// Cuts a block before each further line of times, where the empty line between cues was lost.
  private static func split(_ lines: [String], _ block: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = block.lowerBound
    var hasTimes = false
    for place in block where lines[place].contains("-->") {
      if hasTimes {
        let isNumbered = place - 1 > start && Self.isNumber(lines[place - 1])
        let cut = isNumbered ? place - 1 : place
        ranges.append(start..<cut)
        start = cut
      }
      hasTimes = true
    }
    ranges.append(start..<block.upperBound)
    return ranges
  }

  private mutating func readBlock(_ lines: [String], _ range: Range<Int>) {
    let block = lines[range]
    let number = range.lowerBound + 1
    if document.format == .webVTT {
      let word = block.first.map { $0.prefix { $0 != " " && $0 != "\t" } } ?? ""
      if ["NOTE", "STYLE", "REGION"].contains(word), !block.contains(where: { $0.contains("-->") })
      {
        notes.append(block.joined(separator: "\n"))
        if word != "NOTE", document.cues.isEmpty {
          // Players take no style after a cue, so a caption before the first one must follow them.
          document.header += notes.map { "\n\n\($0)" }.joined()
          notes = []
        }
        continues = false
        return
      }
    }
    guard let timesPlace = block.firstIndex(where: { $0.contains("-->") }) else {
      readLoose(Array(block), line: number)
      return
    }
    continues = false
    if timesPlace > range.lowerBound + 1 {
      document.report("text without times left out", line: number)
    }
    guard let (start, end, settings) = SubtitleTimes.parse(block[timesPlace]) else {
      document.report("the times cannot be read; the cue is left out", line: timesPlace + 1)
      return
    }
    guard end > start else {
      document.report("the cue ends before it begins; it is left out", line: timesPlace + 1)
      return
    }
    let text = block[(timesPlace + 1)...].joined(separator: "\n")
    guard !text.isEmpty else {
      document.report("the cue has no text; it is left out", line: timesPlace + 1)
      return
    }
    var cue = SubtitleCue(start: start, end: end, text: text)
    cue.settings = settings
    if document.format == .webVTT, timesPlace > range.lowerBound {
      cue.identifier = block[timesPlace - 1]
    }
    cue.blocksBefore = notes
    notes = []
    document.cues.append(cue)
    continues = true
  }

  /// Text without times: more of the last cue, or a cue that lost its times.
  private mutating func readLoose(_ block: [String], line: Int) {
    if continues, !(Self.isNumber(block[0]) && block.count > 1) {
      document.cues[document.cues.count - 1].text += "\n" + block.joined(separator: "\n")
    } else {
      document.report("text without times left out", line: line)
      continues = false
    }
  }

  private static func isNumber(_ line: String) -> Bool {
    !line.isEmpty && line.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
