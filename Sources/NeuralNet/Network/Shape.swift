/// The most elements that one value of a network may have (512 MiB of floats).
package let maximumElementCount = 1 << 27

/// The most axes that a value of a network may have.
package let maximumRank = 8

/// The most layers that a network may have.
package let maximumLayerCount = 1 << 14

/// The product of a shape, or nil if it is negative, overflows or exceeds `maximumElementCount`.
package func elementCount(of shape: [Int]) -> Int? {
  var count = 1
  for length in shape {
    guard length >= 0 else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: length)
    guard !overflow, product <= maximumElementCount else { return nil }
    count = product
  }
  return count
}
