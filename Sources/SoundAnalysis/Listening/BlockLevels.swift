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
    let whole = samples.count & ~7
    var counts = SIMD8<Int32>.zero
    for start in stride(from: 0, to: whole, by: 8) {
      var lanes = SIMD8<Float>()
      for lane in 0..<8 { lanes[lane] = abs(samples[start + lane]) }
      // A mask's lanes are -1 where it holds.
      counts &-= SIMD8<Int32>.zero.replacing(
        with: -1, where: (lanes .>= 0.99) .& (lanes .<= limit))
    }
    var count = Int(counts.wrappedSum())
    for index in whole..<samples.count {
      let size = abs(samples[index])
      count += size >= 0.99 && size <= limit ? 1 : 0
    }
    return count
  }
}
