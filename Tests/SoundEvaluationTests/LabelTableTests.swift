import Testing

@testable import SoundEvaluation

@Suite struct LabelTableTests {
  private func clips(_ text: String) throws(LabelTableError) -> [LabelledClip] {
    try LabelTable.clips(Array(text.utf8))
  }

  @Test func labelsOfWholeClips() throws {
    let clips = try clips("file,label\na.wav,dog\nb.wav,cat\na.wav,cat\na.wav,dog\nc.wav,\n")
    #expect(clips.map(\.file) == ["a.wav", "b.wav", "c.wav"])
    #expect(clips.map(\.labels) == [["dog", "cat"], ["cat"], []])
    #expect(clips.allSatisfy { $0.events == nil })
  }

  @Test func labelsWithTimes() throws {
    let clips = try clips(
      "onset,file,offset,label,comment\n1.5,a.wav,2,dog,loud\n0,a.wav,1e1,dog,\n,b.wav,,,\n"
        + ",c.wav,,cat,\n")
    #expect(clips[0].labels == ["dog"])
    #expect(
      clips[0].events == [
        LabelledClip.Event(label: "dog", onset: 1.5, offset: 2, line: 2),
        LabelledClip.Event(label: "dog", onset: 0, offset: 10, line: 3),
      ])
    #expect(clips[1].events == [] && clips[1].labels.isEmpty, "nothing is heard in it")
    #expect(clips[2].events == nil && clips[2].labels == ["cat"], "it has no times")
  }

  @Test(arguments: [
    "\u{FEFF}file,label\r\n\"a, b.wav\",\"say \"\"hi\"\"\"\r\n",
    "filename\tevent_label\na, b.wav\tsay \"hi\"\n",
    "file , label\n\n\"a, b.wav\" , \"say \"\"hi\"\"\"",
  ])
  func quotesTabsAndWindows(text: String) throws {
    let clips = try clips(text)
    #expect(clips.count == 1)
    if !text.contains(" , ") {
      #expect(clips[0].file == "a, b.wav" && clips[0].labels == ["say \"hi\""])
    }
  }

  @Test(arguments: [
    "file;label;onset;offset\n\"a; b.wav\";dog;43352,824046;43353,5\n",
    "file,label,onset,offset\na; b.wav,dog,\"43352,824046\",\"43353,5\"\n",
    "file\tlabel\tonset\toffset\na; b.wav\tdog\t43352,824046\t43353,5\n",
  ])
  func decimalCommas(text: String) throws {
    let clips = try clips(text)
    #expect(clips.map(\.file) == ["a; b.wav"])
    #expect(
      clips[0].events == [
        LabelledClip.Event(label: "dog", onset: 43_352.824_046, offset: 43_353.5, line: 2)
      ]
    )
  }

  @Test(arguments: [
    (
      "file;label;onset;offset\na;b;1,500;2000\n", 2,
      "found the onset '1,500', which may be 1.500 or 1500; expected a point before the decimals"
    ),
    (
      "file;label;onset;offset\na;b;0,5;1,5,5\n", 2,
      "found the offset '1,5,5'; expected seconds from 0 to 1000000, such as 12.5"
    ),
    ("", 1, "the table is empty; expected the header file,label"),
    ("file,label\n", 1, "the table has a header and no rows"),
    (
      "path,class\na,b\n", 1,
      "found the columns path, class; expected file,label or file,label,onset,offset"
    ),
    ("file,label,onset\na,b,1\n", 1, "found the column onset alone; expected onset and offset"),
    ("file,label,label\na,b,c\n", 1, "found the column 'label' twice, expected it once"),
    ("file,label\n,dog\n", 2, "the row names no file"),
    (
      "file,label,onset,offset\na,b,1,2\na,b,2,1\n", 3,
      "found the offset 1 for the onset 2; expected a later one"
    ),
    (
      "file,label,onset,offset\na,b,-1,2\n", 2,
      "found the onset '-1'; expected seconds from 0 to 1000000, such as 12.5"
    ),
    (
      "file,label,onset,offset\na,b,1,nan\n", 2,
      "found the offset 'nan'; expected seconds from 0 to 1000000, such as 12.5"
    ),
    (
      "file,label,onset,offset\na,b,0:01,2\n", 2,
      "found the onset '0:01'; expected seconds from 0 to 1000000, such as 12.5"
    ),
    (
      "file,label,onset,offset\na,b,,2\n", 2,
      "found the onset ''; expected seconds from 0 to 1000000, such as 12.5"
    ),
    ("file,label,onset,offset\na,,1,2\n", 2, "the row has times and no label"),
    ("file,label\na,\"dog\nb,cat\n", 2, "a quote begins here and never ends"),
  ])
  func aBadTableIsOneSentence(text: String, line: Int, message: String) {
    #expect(throws: LabelTableError(line: line, message)) { try clips(text) }
  }
}
