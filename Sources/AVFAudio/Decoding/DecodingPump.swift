/// Feeds packets to a decoder until it gives a frame, past what is damaged.
struct DecodingPump {
  /// The packets and frames so far that could not be decoded.
  private(set) var damagedCount = 0

  /// How many of them came since the last good frame.
  private(set) var damagedSinceFrame = 0

  /// The bytes of good packets, their number, and the bytes between them that came to nothing.
  private var goodByteCount: Int64 = 0
  private var goodPacketCount: Int64 = 0
  private var lostByteCount: Int64 = 0
  private var nextPacketOffset: Int64?
  private var hasDamageBeforeFrame = false
  private var lastFrameLength: Int64 = 0
  private var lastPacket: Range<Int64> = 0..<0

  /// Whether the container could not be read on.
  private(set) var hasGivenUp = false

  /// So many failed reads or damaged packets in a row end the reading of a file.
  private static let mostFailedReads = 64
  private var failedReadsInARow = 0

  /// Goes on to the next frame; false at the end.
  mutating func advance(_ demuxer: Demuxer, _ decoder: FrameDecoder) -> Bool {
    while true {
      switch decoder.receive() {
      case .frame where decoder.frameCount > 0 && decoder.channelCount > 0:
        damagedSinceFrame = 0
        lastFrameLength = Int64(decoder.frameCount)
        return true
      case .frame: continue
      case .end: return false
      case .damaged:
        goodByteCount -= Int64(lastPacket.count)
        goodPacketCount -= 1
        notePacketDamage(demuxer)
      case .needsPacket: feed(demuxer, decoder)
      }
    }
  }

  /// What was lost before the present frame, and forgets it.
  ///
  /// A stream of bare packets has no clock. There the bytes that came to nothing tell how many
  /// packets of the usual size are missing.
  mutating func takeLostFrameCount(isMeasured: Bool) -> (count: Int64, isDamaged: Bool) {
    defer {
      lostByteCount = 0
      hasDamageBeforeFrame = false
    }
    guard isMeasured, lostByteCount > 0, goodPacketCount > 0 else {
      return (0, hasDamageBeforeFrame)
    }
    let packetByteCount = max(1, Double(goodByteCount) / Double(goodPacketCount))
    let packetCount = (Double(lostByteCount) / packetByteCount).rounded()
    return (Int64(packetCount) * lastFrameLength, true)
  }

  /// Forgets where the last packet ended, after a seek.
  mutating func forgetPlace() {
    nextPacketOffset = nil
    lostByteCount = 0
    hasDamageBeforeFrame = false
  }

  private mutating func feed(_ demuxer: Demuxer, _ decoder: FrameDecoder) {
    switch demuxer.readPacket() {
    case .packet:
      failedReadsInARow = 0
      let packet = demuxer.packetRange
      if let packet, let nextPacketOffset, packet.lowerBound > nextPacketOffset,
        !demuxer.hasTag(at: nextPacketOffset)
      {
        lostByteCount += packet.lowerBound - nextPacketOffset
      }
      nextPacketOffset = packet?.upperBound
      lastPacket = packet ?? 0..<0
      if decoder.send(demuxer) {
        goodByteCount += Int64(lastPacket.count)
        goodPacketCount += 1
      } else {
        notePacketDamage(demuxer)
      }
    case .end:
      decoder.sendEnd()
    case .failed:
      noteDamage()
      failedReadsInARow += 1
      if failedReadsInARow >= Self.mostFailedReads || demuxer.stream.readErrorNumber != 0 {
        hasGivenUp = true
        decoder.sendEnd()
      }
    }
  }

  /// A tag, as joined files have in their middle, is no sound that was lost.
  private mutating func notePacketDamage(_ demuxer: Demuxer) {
    if !demuxer.hasTag(at: lastPacket.lowerBound) { lostByteCount += Int64(lastPacket.count) }
    noteDamage()
  }

  private mutating func noteDamage() {
    hasDamageBeforeFrame = true
    damagedCount += 1
    damagedSinceFrame += 1
  }
}
