extension AudioDecoder {
  /// Goes to a frame, so that the next block starts there exactly.
  ///
  /// Where the container's clock is exact, the demuxer goes near and the rest is decoded and
  /// dropped; elsewhere everything from the start is. A position at or after the end gives no
  /// block.
  ///
  /// - Parameter frame: from 0, in frames of the file.
  package func seek(toFrame frame: Int64) throws(DecodeError) {
    precondition(frame >= 0, "Frame positions start at 0.")
    if frame >= nextFramePosition, frame - nextFramePosition < Int64(sampleRate) {
      return skip(to: frame)
    }
    if demuxer.hasExactClock, frame > preroll {
      // A seek that fails, as one beyond the end does, has left its place.
      return seekNear(frame) ? () : try rewind(for: frame)
    }
    if frame >= nextFramePosition { return skip(to: frame) }
    guard demuxer.stream.isSeekable else {
      throw DecodeError(
        .notSeekable, in: source, found: "a pipe", expected: "a file",
        hint: "save it to a file first")
    }
    try rewind(for: frame)
  }

  /// The frames that a codec needs to hear before its output is right: twelve of MP3's.
  private var preroll: Int64 { max(13_824, Int64(sampleRate / 2)) }

  private func seekNear(_ frame: Int64) -> Bool {
    let rate = Int32(sampleRate)
    guard demuxer.seek(toTimestampOfFrame: startTimestamp + frame - preroll, sampleRate: rate)
    else { return false }
    decoder.flush()
    guard advanceForSeek(), let timestamp = decoder.timestamp else { return false }
    let start = timestamp - startTimestamp
    guard start >= 0, start <= frame else { return false }
    restart(at: start, for: frame, holdsFrame: true)
    return true
  }

  private func rewind(for frame: Int64) throws(DecodeError) {
    demuxer = try Demuxer(source, trackIndex: trackIndex)
    decoder = try FrameDecoder(for: demuxer, in: source)
    restart(at: 0, for: frame, holdsFrame: false)
  }
}
