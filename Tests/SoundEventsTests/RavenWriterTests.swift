import SoundEvents
import Testing

/// Raven's two clocks: one along all files, one within each.
struct RavenWriterTests {
  /// Rows of begin time, end time and file offset.
  private func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return [cells[3], cells[4], cells[8]]
    }
  }

  @Test func wholeFilesFollowEachOtherThoughPartsAreHeard() {
    var writer = EventFormat.raven.writer()
    var text = writer.begin()
    // Seconds 1 to 3 of recordings of 5 s, 4 s and 6 s, each with a rate of its own.
    for (name, rate, seconds) in [("a", 16_000.0, 5), ("b", 44_100, 4), ("c", 8000, 6)] {
      text += writer.beginRecording(
        Recording(
          path: name, sampleRate: rate, channel: "1", frameCount: Int64(rate) * Int64(seconds),
          startFrame: Int64(rate)))
      text += writer.write(
        .event(WriterSamples.event(0, "dog", Int64(rate), Int64(rate) * 2)))
      text += writer.endRecording(frameCount: Int64(rate) * 3)
    }
    text += writer.end()
    #expect(
      rows(text) == [
        ["1.000000", "2.000000", "1.000000"], ["6.000000", "7.000000", "1.000000"],
        ["10.000000", "11.000000", "1.000000"],
      ])
  }

  @Test func aFileHeardOnceForEachChannelIsThereOnce() {
    var writer = EventFormat.raven.writer()
    var text = writer.begin()
    for (name, channel) in [("a", "1"), ("a", "2"), ("b", "1"), ("b", "1")] {
      text += writer.beginRecording(Recording(path: name, sampleRate: 1000, channel: channel))
      text += writer.write(.event(WriterSamples.event(0, "dog", 500, 1000)))
      text += writer.endRecording(frameCount: 2000)
    }
    #expect(rows(text).map { $0[0] } == ["0.500000", "0.500000", "2.500000", "4.500000"])
  }

  @Test func theReasonStandsOverWhatWasHeard() {
    var writer = EventFormat.raven.writer()
    var text = writer.begin()
    text += writer.beginRecording(
      Recording(path: "a", sampleRate: 1000, channel: "1", startFrame: 500))
    text += writer.endRecording(frameCount: 2000, failure: "a: is damaged")
    #expect(rows(text) == [["0.500000", "2.000000", "0.500000"]])
  }
}

/// A gap of a live stream says when it began by the clock, in every format that tells of gaps.
struct LiveGapTests {
  @Test(arguments: EventFormat.allCases)
  func theClockIsTold(format: EventFormat) {
    let clock = "2026-03-01T08:15:30.250Z"
    let span = UnheardSpan(
      startFrame: 160_000, endFrame: 320_000, reason: "stalled", clock: clock)
    let text = WriterSamples.file(format, [.unheard(span)])
    // SubRip has no place for what was not heard.
    #expect(text.contains(clock) == (format != .srt), "\(text)")
    #expect(text.contains("stalled") == (format != .srt), "\(text)")
  }
}
