/// The search for samples that are no numbers.
package enum FiniteSamples {
  /// Whether every sample is a finite number.
  static func areAllFinite(_ samples: Span<Float>) -> Bool {
    var largest: Int32 = 0
    for index in samples.indices {
      largest = max(largest, Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF))
    }
    return largest < 0x7F80_0000
  }

  /// Sets each of the first samples that is no finite number to 0.
  ///
  /// - Returns: how many there were, and the indices of the first and the last.
  @discardableResult
  package static func clean(_ samples: inout [Float], count: Int) -> (
    count: Int, first: Int?, last: Int?
  ) {
    var found = 0
    var first: Int?
    var last: Int?
    for index in 0..<count where !samples[index].isFinite {
      samples[index] = 0
      found += 1
      first = first ?? index
      last = index
    }
    return (found, first, last)
  }
}
