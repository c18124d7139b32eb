/// How long an MP4 or QuickTime track is, to the sample.
///
/// FFmpeg cuts a track by its edit list, whose unit is coarse, a millisecond as a rule. The track's
/// own header counts in samples.
struct MovieTrackLength {
  /// The length without what the edit list leaves out at the start.
  let ticks: Int64

  /// The ticks in a second.
  let timescale: Int32

  /// Reads a track's length; nil for other files and where several edits make up the track.
  ///
  /// - Parameter trackID: the track's number in the file.
  init?(of stream: ByteStream, trackID: Int32) {
    let boxes = BoxReader(stream: stream)
    guard let movie = boxes.children(of: 0..<(stream.length ?? 1 << 16)).first("moov") else {
      return nil
    }
    for track in boxes.children(of: movie).all("trak") {
      let parts = boxes.children(of: track)
      guard let header = parts.first("tkhd"), boxes.trackID(in: header) == trackID,
        let media = parts.first("mdia"),
        let mediaHeader = boxes.children(of: media).first("mdhd"),
        let length = boxes.mediaLength(in: mediaHeader)
      else { continue }
      let edits = parts.first("edts").flatMap { boxes.children(of: $0).first("elst") }
      guard let start = boxes.firstMediaTime(in: edits), start < length.ticks else { return nil }
      timescale = length.timescale
      ticks = length.ticks - start
      return
    }
    return nil
  }
}

/// Walks the boxes of an MP4 file: a 32-bit size, a name, and content, highest byte first.
private struct BoxReader {
  typealias Box = (name: String, content: Range<Int64>)

  let stream: ByteStream

  private static let mostBoxes = 1024

  /// The boxes in a range of the file, as far as they are well formed.
  func children(of range: Range<Int64>) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, boxes.count < Self.mostBoxes {
      let head = stream.peek(at: offset, count: 16)
      guard head.count >= 8 else { break }
      let short = Int64(head.bigEndian(at: 0, as: UInt32.self))
      let isLong = short == 1 && head.count == 16
      let size =
        isLong
        ? head.bigEndian(at: 8, as: Int64.self) : short == 0 ? range.upperBound - offset : short
      guard size >= (isLong ? 16 : 8), size <= range.upperBound - offset else { break }
      boxes.append((head.fourCharacters(at: 4), offset + (isLong ? 16 : 8)..<offset + size))
      offset += size
    }
    return boxes
  }

  /// The number of the track, from its "tkhd".
  func trackID(in box: Range<Int64>) -> Int32? {
    let bytes = content(of: box, atMost: 24)
    guard let version = bytes.first else { return nil }
    let offset = version == 1 ? 20 : 12
    return bytes.count >= offset + 4 ? bytes.bigEndian(at: offset, as: Int32.self) : nil
  }

  /// The timescale and length, from "mdhd".
  func mediaLength(in box: Range<Int64>) -> (ticks: Int64, timescale: Int32)? {
    let bytes = content(of: box, atMost: 32)
    guard let version = bytes.first, bytes.count >= (version == 1 ? 32 : 20) else { return nil }
    let isLong = version == 1
    let timescale = bytes.bigEndian(at: isLong ? 20 : 12, as: Int32.self)
    let ticks =
      isLong
      ? bytes.bigEndian(at: 24, as: Int64.self)
      : Int64(bytes.bigEndian(at: 16, as: UInt32.self))
    guard timescale > 0, ticks > 0, ticks < Int64(UInt32.max) << 16 else { return nil }
    return (ticks, timescale)
  }

  /// Where the only edit of "elst" starts in the media; 0 without a list, nil for several edits.
  func firstMediaTime(in box: Range<Int64>?) -> Int64? {
    guard let box else { return 0 }
    let bytes = content(of: box, atMost: 28)
    guard bytes.count >= 20, bytes.bigEndian(at: 4, as: UInt32.self) == 1 else { return nil }
    let isLong = bytes[0] == 1
    guard !isLong || bytes.count >= 28 else { return nil }
    let time =
      isLong
      ? bytes.bigEndian(at: 16, as: Int64.self) : Int64(bytes.bigEndian(at: 12, as: Int32.self))
    return (0..<Int64.max / 2).contains(time) ? time : nil
  }

  private func content(of box: Range<Int64>, atMost count: Int) -> [UInt8] {
    stream.peek(at: box.lowerBound, count: min(count, Int(box.count)))
  }
}

extension [(name: String, content: Range<Int64>)] {
  fileprivate func all(_ name: String) -> [Range<Int64>] {
    filter { $0.name == name }.map(\.content)
  }

  fileprivate func first(_ name: String) -> Range<Int64>? { all(name).first }
}
