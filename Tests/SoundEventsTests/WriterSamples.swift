import SoundEvents

/// Invented findings that exercise every field and every awkward character.
enum WriterSamples {
  static let recording = Recording(
    path: "field/tape, \"A\".wav", sampleRate: 16_000, channel: "mix", frameCount: 1_600_000)

  static func event(
    _ id: Int, _ label: String, _ start: Int64, _ end: Int64, peak: Float = 0.875,
    flags: EventFlags = [], peakLabel: String? = nil, closing: EventClosing = .scoreFell
  ) -> SoundEvent {
    SoundEvent(
      id: id, label: label, startFrame: start, endFrame: end, peak: peak,
      peakFrame: (start + end) / 2, peakLabel: peakLabel ?? label, mean: peak / 2, windowCount: 3,
      firstWindow: 0, lastWindow: 2, flags: flags, closing: closing)
  }

  /// In order of their beginnings, on one recording of 100 s.
  static let findings: [Finding] = [
    .event(event(0, "speech", 0, 40_000, peak: 1, flags: .openedAtStart)),
    .event(event(1, "dog", 20_001, 52_000, flags: .merged, peakLabel: "dog_bark")),
    .unheard(UnheardSpan(startFrame: 160_000, endFrame: 176_000, reason: "hole")),
    .event(event(2, "Dog, \"big\"", 200_000, 204_800, peak: 0.5)),
    .event(event(3, "a\tb\r\nc", 240_000, 272_000, peak: 0.33333)),
    .event(event(4, "=1+1", 320_000, 352_000)),
    .event(event(5, "犬 🐶", 400_000, 432_000)),
    .event(event(6, "שלום", 480_000, 512_000)),
    .event(event(7, "<b>&--> x", 560_000, 592_000)),
    .event(
      event(
        8, "dog_bark", 1_536_000, 1_600_000, flags: [.closedByEnd, .padded], closing: .streamEnd)),
  ]

  /// The file that a writer makes of one recording.
  static func file(
    _ format: EventFormat, _ findings: [Finding] = findings, failure: String? = nil
  ) -> String {
    // A recording that is alone is named in text only because this asks for it.
    var writer = format.writer(showsNames: format == .text)
    var text = writer.begin()
    text += writer.beginRecording(recording)
    for finding in findings { text += writer.write(finding) }
    text += writer.endRecording(frameCount: recording.frameCount ?? 0, failure: failure)
    return text + writer.end()
  }

  /// The file that a writer makes of two recordings, the second at another rate.
  static func fileOfTwo(_ format: EventFormat) -> String {
    let second = Recording(path: "-b\u{1B}[31m\n.wav", sampleRate: 44_100, channel: "2")
    var writer = format.writer(showsNames: true)
    var text = writer.begin()
    text += writer.beginRecording(recording)
    text += writer.write(findings[0])
    text += writer.endRecording(frameCount: 1_600_000)
    text += writer.beginRecording(second)
    text += writer.write(.event(event(0, "music", 441, 44_100)))
    text += writer.endRecording(frameCount: 441_000)
    return text + writer.end()
  }
}
