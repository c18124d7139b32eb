import Testing

@testable import CoreML

/// Half-precision numbers become what Swift's own conversion makes of them.
struct HalfPrecisionTests {
  @Test func everyNumberEqualsTheLanguagesConversion() {
    let bytes = (0...UInt16.max).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let found = HalfPrecision.floats(bytes.span)
    #expect(found.count == 65_536)
    let differing = found.indices.filter { index in
      let expected = Float(Float16(bitPattern: UInt16(index)))
      return expected.isNaN
        ? !found[index].isNaN : found[index].bitPattern != expected.bitPattern
    }
    #expect(differing.isEmpty)
  }
}
