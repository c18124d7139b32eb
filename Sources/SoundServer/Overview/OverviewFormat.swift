/// How peaks and spectrogram are laid out in files and tiles.
///
/// Level `k` has columns of `framesPerColumn * 4^k` frames. Peaks exist from level 0, each the lowest
/// and the highest sample of its column as Int16, little endian, full scale at 32767. The spectrogram
/// exists from level 1, each column 64 mel bands from low to high as UInt8, 0 for -100 dB and 255 for
/// 0 dB of a full-scale sine.
package struct OverviewFormat: Sendable, Hashable, Codable {
  /// The number of levels; one tile of the last level holds more than seven days at any rate.
  package static let levelCount = 10

  /// The columns of a tile.
  package static let columnsPerTile = 512

  /// The bytes of a column of peaks.
  static let peakBytes = 4

  /// The bytes of a column of the spectrogram.
  static let bandCount = 64

  /// The columns of one level that become one of the next.
  static let factor = 4

  /// The frames of a column of level 0: 5 ms, in whole frames.
  package let framesPerColumn: Int

  /// The rate of the frames in Hz.
  package let sampleRate: Double

  /// The upper edge of the highest band in Hz.
  package let highestFrequency: Double

  /// The lower edge of the lowest band in Hz.
  package let lowestFrequency: Double

  /// The layout for a recording.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    framesPerColumn = max(1, Int((sampleRate / 200).rounded()))
    highestFrequency = min(sampleRate / 2, 16_000)
    lowestFrequency = min(40, sampleRate / 16)
  }

  /// The frames between two spectra.
  var hop: Int { framesPerColumn * Self.factor }

  /// The samples of a spectrum: the power of two next above 40 ms, 64 to 16384.
  var transformLength: Int {
    var length = 64
    while Double(length) < sampleRate * 0.04, length < 16_384 { length *= 2 }
    return length
  }
}

/// The two pictures of a recording.
package enum OverviewKind: String, Sendable, CaseIterable {
  /// Lowest and highest samples.
  case peaks

  /// Mel bands.
  case spectrogram

  /// The bytes of a column.
  var columnBytes: Int {
    switch self {
    case .peaks: OverviewFormat.peakBytes
    case .spectrogram: OverviewFormat.bandCount
    }
  }

  /// The levels that exist.
  var levels: Range<Int> {
    switch self {
    case .peaks: 0..<OverviewFormat.levelCount
    case .spectrogram: 1..<OverviewFormat.levelCount
    }
  }

  /// The name of a level's file.
  func fileName(level: Int) -> String { "\(rawValue)-\(level)" }
}
