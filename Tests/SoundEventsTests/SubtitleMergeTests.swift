import SoundEvents
import TestSupport
import Testing

struct SubtitleMergeTests {
  private func document(
    _ cues: [(Int64, Int64, String)], _ format: SubtitleFormat = .subRip
  ) -> SubtitleDocument {
    SubtitleDocument(
      format: format, cues: cues.map { SubtitleCue(start: $0.0, end: $0.1, text: $0.2) })
  }

  private func merged(
    _ captions: [(Int64, Int64, String)], _ cues: [(Int64, Int64, String)],
    _ format: SubtitleFormat = .subRip
  ) -> [String] {
    let captions = captions.map { CaptionCue(start: $0.0, end: $0.1, captions: [$0.2]) }
    return SubtitleMerge.merge(captions, into: document(cues, format)).cues.map {
      "\($0.start)-\($0.end) \($0.text)"
    }
  }

  @Test func aCaptionInAPauseStaysWhereItIs() {
    #expect(
      merged([(3000, 5000, "dog barking")], [(0, 2000, "Hi"), (6000, 7000, "Bye")])
        == ["0-2000 Hi", "3000-5000 [dog barking]", "6000-7000 Bye"])
  }

  @Test func aCaptionIsCutToThePauseItLiesIn() {
    #expect(
      merged([(1000, 9000, "music")], [(0, 2000, "Hi"), (6000, 7000, "Bye")])
        == ["0-2000 Hi", "2000-6000 [music]", "6000-7000 Bye"])
  }

  @Test func aPauseTooShortToReadIsPassedOver() {
    #expect(
      merged([(1000, 9000, "music")], [(0, 2000, "Hi"), (2700, 7000, "Bye")])
        == ["0-2000 Hi", "2700-7000 Bye", "7000-9000 [music]"])
  }

  @Test func aCaptionUnderDialogueMovesToThePauseAfterIt() {
    #expect(
      merged([(1000, 1900, "knocking")], [(0, 2500, "Hi"), (6000, 7000, "Bye")])
        == ["0-2500 Hi", "2500-3300 [knocking]", "6000-7000 Bye"])
  }

  @Test func aCaptionThatFindsNoPauseIsALineOfTheDialogue() {
    #expect(
      merged([(1000, 1900, "knocking")], [(0, 5000, "Hi"), (5000, 9000, "Bye")])
        == ["0-5000 Hi\n[knocking]", "5000-9000 Bye"])
  }

  @Test func whatTheFileSaysAlreadyIsNotSaidAgain() {
    #expect(
      merged([(1000, 6000, "dog barking")], [(0, 2000, "[DOG BARKING]")])
        == ["0-2000 [DOG BARKING]"])
  }

  @Test(arguments: [
    ("The location is wrong, caterpillar!", "cat", false), ("My cat is here.", "cat", true),
    ("<i>cat</i>", "cat", true), ("(CAT MEOWS)", "cat", true), ("cats", "cat", false),
    ("concatenate a cat", "cat", true), ("9cat", "cat", false), ("[dog barking]", "dog", true),
    ("[dog barking]", "barking dog", false), ("Ω-cat", "cat", true), ("écat", "cat", false),
  ])
  func onlyWholeWordsSayIt(_ text: String, _ caption: String, _ isSaid: Bool) {
    let found = merged([(0, 4000, caption)], [(0, 2000, text)])
    #expect(found == ["0-2000 \(text)"] + (isSaid ? [] : ["2000-4000 [\(caption)]"]))
  }

  @Test func aCaptionBeforeTheFirstCueLeavesTheStylesBeforeAllCues() throws {
    let text = """
      WEBVTT

      NOTE by hand

      STYLE
      ::cue { color: lime }

      REGION
      id:low

      NOTE to the first cue

      00:05.000 --> 00:06.000 region:low
      Hello


      """
    let document = try SubtitleReader.read(Array(text.utf8))
    let caption = CaptionCue(start: 1000, end: 2000, captions: ["knocking"])
    #expect(
      SubtitleMerge.merge([caption], into: document).text == """
        WEBVTT

        NOTE by hand

        STYLE
        ::cue { color: lime }

        REGION
        id:low

        00:00:01.000 --> 00:00:02.000
        [knocking]

        NOTE to the first cue

        00:00:05.000 --> 00:00:06.000 region:low
        Hello


        """)
  }

  @Test func neighboursThatSayTheSameAreOneCue() {
    // The dialogue says one of the first two; the others differ in their order only.
    let captions = [
      CaptionCue(start: 1000, end: 2000, captions: ["dog", "rain"]),
      CaptionCue(start: 2000, end: 3000, captions: ["dog"]),
      CaptionCue(start: 4000, end: 5000, captions: ["a", "b"]),
      CaptionCue(start: 5000, end: 6000, captions: ["b", "a"]),
      CaptionCue(start: 6000, end: 7000, captions: ["b"]),
    ]
    let cues = SubtitleMerge.merge(captions, into: document([(0, 1100, "Rain!")])).cues
    #expect(
      cues.map { "\($0.start)-\($0.end) \($0.text)" }
        == ["0-1100 Rain!", "1100-3000 [dog]", "4000-6000 [a] [b]", "6000-7000 [b]"])
  }

  @Test func anEmptyFileTakesEveryCaption() {
    #expect(
      merged([(0, 100, "click"), (200, 300, "tap")], []) == ["0-800 [click]", "800-1600 [tap]"])
  }

  @Test func aCaptionIsEscapedInWebVTT() {
    #expect(
      merged([(0, 2000, "a<b> & --> c")], [], .webVTT) == ["0-2000 [a&lt;b&gt; &amp; --&gt; c]"])
  }

  @Test func aLongLineOfDialogueIsGivenTwoLinesAtMost() {
    let captions = (0..<20).map { (Int64($0) * 1000, Int64($0) * 1000 + 500, "sound \($0)") }
    #expect(
      merged(captions, [(0, 100_000, "Hi")]) == ["0-100000 Hi\n[sound 0]\n[sound 1]"])
  }

  @Test func theWriterMergesEventsIntoTheFile() throws {
    let text = "7\n00:00:00,000 --> 00:00:02,000\nHi\n\n"
    var writer = SubtitleMergeWriter(into: try SubtitleReader.read(Array(text.utf8)))
    var out = writer.begin() + writer.beginRecording(WriterSamples.recording)
    out += writer.write(.event(WriterSamples.event(0, "dog_bark", 16_000, 64_000)))
    out += writer.endRecording(frameCount: 160_000) + writer.end()
    #expect(
      out == """
        1
        00:00:00,000 --> 00:00:02,000
        Hi

        2
        00:00:02,000 --> 00:00:04,000
        [dog barking]


        """)
  }

  @Test func dialogueIsNeverMovedCutOrOverlapped() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      var cues: [(Int64, Int64, String)] = []
      for place in 0..<25 {
        let start = Int64.random(in: 0...60_000, using: &random)
        cues.append((start, start + Int64.random(in: 200...6000, using: &random), "d\(place)"))
      }
      var captions: [CaptionCue] = []
      var time: Int64 = 0
      while time < 60_000 {
        time += Int64.random(in: 0...2000, using: &random)
        let end = time + Int64.random(in: 100...5000, using: &random)
        captions.append(CaptionCue(start: time, end: end, captions: ["c\(captions.count)"]))
        time = end
      }
      let original = document(cues)
      let merged = SubtitleMerge.merge(captions, into: original).cues
      let dialogue = merged.filter { $0.text.hasPrefix("d") }
      let added = merged.filter { $0.text.hasPrefix("[") }
      for cue in original.cues {
        #expect(
          dialogue.contains {
            $0.start == cue.start && $0.end == cue.end
              && ($0.text == cue.text || $0.text.hasPrefix(cue.text + "\n["))
          })
      }
      #expect(dialogue.count == original.cues.count)
      for cue in added {
        #expect(cue.end > cue.start)
        #expect(!dialogue.contains { $0.start < cue.end && cue.start < $0.end })
      }
      #expect(zip(added, added.dropFirst()).allSatisfy { $0.end <= $1.start })
      #expect(zip(merged, merged.dropFirst()).allSatisfy { $0.start <= $1.start })
    }
  }
}
