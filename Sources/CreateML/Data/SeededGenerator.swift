/// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood 2014).
struct SeededGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from a range, all equally likely.
  mutating func number(in range: ClosedRange<Float>) -> Float {
    range.lowerBound + Float(next() >> 40) / Float(1 << 24) * (range.upperBound - range.lowerBound)
  }

  /// The items in another order, all equally likely (Fisher and Yates).
  mutating func shuffled(_ items: [Int]) -> [Int] {
    var items = items
    for place in items.indices.dropFirst().reversed() {
      items.swapAt(place, Int(next() % UInt64(place + 1)))
    }
    return items
  }
}
