/// The words that frames of DTS begin with; music on DTS discs was copied into WAV files that call it PCM.
enum DTSSync {
  /// Frames have at most 16 KiB, and some text may lie before the first.
  static let searchedByteCount = 32 << 10

  /// Of 16 bits a word, then of 14; each with the greater byte first and last.
  private static let words: Set<UInt32> = [0x7ffe_8001, 0xfe7f_0180, 0x1fff_e800, 0xff1f_00e8]

  /// Whether one of the words is there; by chance it is in one file of 30 000.
  static func isFound(in bytes: [UInt8]) -> Bool {
    var word: UInt32 = 0
    for byte in bytes {
      word = word << 8 | UInt32(byte)
      // The first byte of each has these four bits; most places end here.
      if word >> 24 & 0x1e == 0x1e, words.contains(word) { return true }
    }
    return false
  }
}
