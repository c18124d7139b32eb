import Foundation
import Testing

@testable import DSP

@Suite struct HannWindowTests {
  @Test func isPeriodic() {
    let window = HannWindow(length: 400).coefficients
    #expect(window[0] == 0)
    #expect(window[200] == 1)
    // Periodic: sample 1 mirrors sample 399, and no second zero ends the window.
    #expect(abs(window[1] - window[399]) < 1e-7)
    #expect(abs(window[399] - Float(0.5 - 0.5 * cos(2 * .pi / 400))) < 1e-7)
  }

  @Test func shiftedByHalfItsLengthItAddsUpToOne() {
    let window = HannWindow(length: 400).coefficients
    for sample in 0..<200 {
      #expect(abs(window[sample] + window[sample + 200] - 1) < 1e-6)
    }
  }

  @Test func tapersTheFrameAtTheStartGivenAndLeavesTheRestAlone() {
    let window = HannWindow(length: 4)
    let samples: [Float] = [9, 9, 1, 2, 3, 4, 9]
    var frame: [Float] = [7, 7, 7, 7, 7, 7]
    var span = frame.mutableSpan
    window.apply(to: samples.span, from: 2, into: &span)
    let expected: [Float] = [0, 1, 3, 2, 7, 7]
    for (found, wanted) in zip(frame, expected) { #expect(abs(found - wanted) < 1e-6) }
  }
}
