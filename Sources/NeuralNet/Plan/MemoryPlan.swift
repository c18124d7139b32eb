/// Where each buffer lies in a plan's memory; buffers that never live together share places.
struct MemoryPlan {
  /// The byte offset of each buffer.
  private(set) var offsets: [Int]
  /// The bytes that all buffers need together.
  private(set) var byteCount: Int

  /// When a buffer is in use, in steps, and how many bytes it needs.
  struct Demand {
    var byteCount: Int
    var lifetime: ClosedRange<Int>
  }

  /// Places the largest buffers first, each at the lowest place that is free in its lifetime.
  init(_ demands: [Demand]) {
    offsets = [Int](repeating: 0, count: demands.count)
    byteCount = 0
    var placed: [(lifetime: ClosedRange<Int>, bytes: Range<Int>)] = []
    let order = demands.indices.sorted {
      (demands[$0].byteCount, $1) > (demands[$1].byteCount, $0)
    }
    for index in order {
      // Round up to the alignment of vector instructions.
      let size = (demands[index].byteCount + 63) / 64 * 64
      var offset = 0
      for other in placed where other.lifetime.overlaps(demands[index].lifetime) {
        if other.bytes.lowerBound >= offset + size { break }
        offset = max(offset, other.bytes.upperBound)
      }
      offsets[index] = offset
      byteCount = max(byteCount, offset + size)
      let position = placed.firstIndex { $0.bytes.lowerBound > offset } ?? placed.endIndex
      placed.insert((demands[index].lifetime, offset..<offset + size), at: position)
    }
  }
}
