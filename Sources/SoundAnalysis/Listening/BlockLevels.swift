/// Sums over the samples of one block, in eight lanes, since a plain sum of floats never gets faster.
enum BlockLevels {
  /// The sum of the squares.
  static func energy(of samples: Span<Float>) -> Float {
    var sums = SIMD8<Float>.zero
    let whole = samples.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      var lanes = SIMD8<Float>()
      for lane in 0..<8 { lanes[lane] = samples[start + lane] }
      sums += lanes * lanes
    }
    var total = sums.sum()
    for index in whole..<samples.count { total += samples[index] * samples[index] }
    return total
  }

  /// The samples at full scale: from 0.99 up to a limit.
  static func clippedCount(in samples: Span<Float>, upTo limit: Float) -> Int {
    var count: Int32 = 0
    for index in samples.indices {
      let size = abs(samples[index])
      count &+= size >= 0.99 && size <= limit ? 1 : 0
    }
    return Int(count)
  }
}
