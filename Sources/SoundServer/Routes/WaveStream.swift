import Foundation
import Synchronization

/// A stretch of a recording's WAV, decoded while it is sent.
///
/// `@unchecked Sendable`: one thread at a time calls `next`, handed over through the HTTP core's
/// queue; nothing else touches the reader.
final class WaveStream: BodyStream, @unchecked Sendable {
  private static let samplesAtOnce = 32_768

  private let layout: WaveLayout
  private let reader: any SampleReader
  // Keeps the recording's file while it is read.
  private let job: Job
  private var offset: Int64
  private let end: Int64
  private var position: Int64 = -1
  private var waiting: ArraySlice<Float> = []

  /// Prepares to send.
  ///
  /// - Parameter range: byte offsets in the file that the layout describes.
  init(_ layout: WaveLayout, range: Range<Int64>, reader: any SampleReader, job: Job) {
    self.layout = layout
    self.reader = reader
    self.job = job
    offset = range.lowerBound
    end = range.upperBound
  }

  func next() throws -> BodyStep {
    guard offset < end else { return .end }
    if offset < WaveLayout.headBytes {
      let head = layout.head
      let part = head[Int(offset)..<Int(min(end, WaveLayout.headBytes))]
      offset += Int64(part.count)
      return .bytes(Data(part))
    }
    let place = offset - WaveLayout.headBytes
    let first = place / 2
    let last = min((end - WaveLayout.headBytes + 1) / 2, first + Int64(Self.samplesAtOnce))
    let bytes = try samples(first..<last).flatMap { sample in
      let bits = UInt16(bitPattern: sample)
      return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
    }
    // A range may begin or end in the middle of a sample.
    let skipped = Int(place - first * 2)
    let piece = Data(bytes.dropFirst(skipped).prefix(Int(end - offset)))
    offset += Int64(piece.count)
    return .bytes(piece)
  }

  func close() {}

  /// Decodes samples; silence stands where the recording has none.
  private func samples(_ range: Range<Int64>) throws -> [Int16] {
    let factor = layout.framesPerSample
    let frames = try self.frames(range.lowerBound * factor..<range.upperBound * factor)
    return (0..<Int(range.count)).map { index in
      let start = index * Int(factor)
      let mean = frames[start..<start + Int(factor)].reduce(0, +) / Float(factor)
      return Int16((min(max(mean, -1), 1) * 32_767).rounded())
    }
  }

  private func frames(_ range: Range<Int64>) throws -> [Float] {
    if position != range.lowerBound {
      try reader.seek(toFrame: range.lowerBound)
      position = range.lowerBound
      waiting = []
    }
    var frames: [Float] = []
    frames.reserveCapacity(range.count)
    while frames.count < range.count {
      if waiting.isEmpty {
        guard let block = try reader.next() else { break }
        // A hole in the recording is silence of its length.
        let hole = max(
          0, min(block.position - position - Int64(frames.count), Int64(range.count - frames.count))
        )
        frames.append(contentsOf: repeatElement(0, count: Int(hole)))
        waiting = block.samples[...]
      }
      let taken = waiting.prefix(range.count - frames.count)
      frames.append(contentsOf: taken)
      waiting = waiting.dropFirst(taken.count)
    }
    frames.append(contentsOf: repeatElement(0, count: range.count - frames.count))
    position = range.upperBound
    return frames
  }
}
