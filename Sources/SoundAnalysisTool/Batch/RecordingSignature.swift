/// Tells recordings from texts by how they begin, where nothing should be decoded.
enum RecordingSignature {
  /// What the formats that people record in begin with, where; nil stands for any byte.
  private static let beginnings: [[UInt8?]] =
    // WAV, also past 4 GiB, and AVI: the first chunk has a size of less than 16 MiB, which no name has
    ["RIFF WAVE", "RF64 WAVE", "RIFF AVI "].map { kind in
      text(kind.prefix(4)) + any(4) + text(kind.suffix(4)) + any(7) + [0]
    }
    // AIFF likewise, Sony's WAV, Core Audio, Sun, AMR
    + [
      text("FORM") + any(4) + text("AIF") + any(5) + [0], text("riff") + [0x2E, 0x91, 0xCF, 0x11],
    ]
    + [text("caff") + [0], text(".snd") + [0], text("#!AMR")]
    // FLAC, Ogg, MP4 and its kin, Matroska, Windows Media, MP3 with a tag
    + [text("fLaC") + [0], text("fLaC") + [0x80], text("OggS") + [0], [0] + any(3) + text("ftyp")]
    + [[0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]]
    + (2...4).map { text("ID3") + [$0] }

  /// Whether some bytes begin as a recording does.
  static func begins(_ bytes: [UInt8]) -> Bool {
    isFrame(bytes)
      || beginnings.contains { beginning in
        bytes.count >= beginning.count
          && zip(beginning, bytes).allSatisfy { $0 == nil || $0 == $1 }
      }
  }

  /// Whether a frame of MP3 or AAC comes first, as in files without a tag.
  private static func isFrame(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4, bytes[0] == 0xFF else { return false }
    if bytes[1] & 0xF6 == 0xF0 { return true }
    // The version, the bit rate and the sample rate have values that mean nothing; layer 1 would be
    // the mark at the beginning of UTF-16.
    return bytes[1] & 0xE0 == 0xE0 && bytes[1] & 0x18 != 0x08
      && [0x02, 0x04].contains(bytes[1] & 0x06)
      && bytes[2] & 0xF0 != 0xF0 && bytes[2] & 0xF0 != 0 && bytes[2] & 0x0C != 0x0C
  }

  private static func text(_ text: some StringProtocol) -> [UInt8?] { text.utf8.map { $0 } }

  private static func any(_ count: Int) -> [UInt8?] { Array(repeating: nil, count: count) }
}
