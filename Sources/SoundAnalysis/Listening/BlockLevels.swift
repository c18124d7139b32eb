/// What is computed of every sample of a block, several samples at a time.
///
/// Sums have eight lanes, since a plain sum of floats never gets faster.
enum BlockLevels {
  /// The sum of the squares.
  static func energy(of samples: Span<Float>) -> Float {
    var sums = SIMD8<Float>.zero
    let whole = samples.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      let lanes = eight(samples, start)
      sums += lanes * lanes
    }
    var total = sums.sum()
    for index in whole..<samples.count { total += samples[index] * samples[index] }
    return total
  }

  /// The samples at full scale: from 0.99 up to a limit.
  static func clippedCount(in samples: Span<Float>, upTo limit: Float) -> Int {
    let whole = samples.count & ~7
    var counts = SIMD8<Int32>.zero
    for start in stride(from: 0, to: whole, by: 8) {
      let lanes = eight(samples, start)
      let sizes = lanes.replacing(with: -lanes, where: lanes .< 0)
      // A mask's lanes are -1 where it holds.
      counts &-= SIMD8<Int32>.zero.replacing(
        with: -1, where: (sizes .>= 0.99) .& (sizes .<= limit))
    }
    var count = Int(counts.wrappedSum())
    for index in whole..<samples.count {
      let size = abs(samples[index])
      count += size >= 0.99 && size <= limit ? 1 : 0
    }
    return count
  }

  /// Makes the start of `sums` the samples, or adds them to it.
  static func add(_ samples: Span<Float>, to sums: inout [Float], isFirst: Bool) {
    precondition(samples.count <= sums.count, "The sums hold the block.")
    var target = sums.mutableSpan
    if isFirst {
      for index in samples.indices { unsafe target[unchecked: index] = samples[unchecked: index] }
    } else {
      for index in samples.indices { unsafe target[unchecked: index] += samples[unchecked: index] }
    }
  }

  /// Multiplies the first `count` samples by a factor.
  static func scale(_ samples: inout [Float], count: Int, by factor: Float) {
    precondition(count <= samples.count, "The samples are there.")
    var target = samples.mutableSpan
    for index in 0..<count { unsafe target[unchecked: index] *= factor }
  }

  /// Eight samples from one on; all of them are there.
  @inline(__always)
  private static func eight(_ samples: Span<Float>, _ start: Int) -> SIMD8<Float> {
    precondition(start >= 0 && start + 8 <= samples.count)
    var lanes = SIMD8<Float>()
    for lane in 0..<8 { unsafe lanes[lane] = samples[unchecked: start + lane] }
    return lanes
  }
}
