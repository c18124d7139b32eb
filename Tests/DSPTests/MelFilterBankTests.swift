import Foundation
import Testing

@testable import DSP

@Suite struct MelFilterBankTests {
  private let bank = MelFilterBank(
    bandCount: 64, lowestFrequency: 125, highestFrequency: 7500, sampleRate: 16_000, fftLength: 512)

  /// The bank's weights as a dense matrix, read off by feeding one bin at a time. (band, bin)
  private func weights(_ bank: MelFilterBank) -> [[Float]] {
    var matrix = Array(
      repeating: [Float](repeating: 0, count: bank.binCount), count: bank.bandCount)
    for bin in 0..<bank.binCount {
      var magnitudes = [Float](repeating: 0, count: bank.binCount)
      magnitudes[bin] = 1
      var bands = [Float](repeating: -1, count: bank.bandCount)
      var span = bands.mutableSpan
      bank.apply(to: magnitudes.span, into: &span)
      for band in 0..<bank.bandCount { matrix[band][bin] = bands[band] }
    }
    return matrix
  }

  /// Known values: band, bin, weight.
  @Test(arguments: [
    (0, 5, 0.947690), (1, 5, 0.052310), (1, 6, 0.933106), (8, 13, 0.302877), (8, 14, 0.908663),
    (8, 15, 0.141574), (63, 223, 0.104192), (63, 224, 0.219296), (63, 225, 0.333933),
    (0, 4, 0), (0, 0, 0), (8, 12, 0), (8, 16, 0), (63, 222, 0), (63, 240, 0), (63, 256, 0),
  ])
  func hasTheKnownWeights(band: Int, bin: Int, expected: Double) {
    #expect(abs(Double(weights(bank)[band][bin]) - expected) < 1e-6)
  }

  @Test func agreesWithTheDenseBank() {
    let dense = ReferenceLogMel().filters
    let sparse = weights(bank)
    for (denseRow, sparseRow) in zip(dense, sparse) {
      for (expected, found) in zip(denseRow, sparseRow) {
        #expect(abs(Double(found) - expected) < 1e-6)
      }
    }
    let sum = sparse.joined().reduce(0) { $0 + Double($1) }
    #expect(abs(sum - 230.913599) < 1e-4)
    #expect(sparse.allSatisfy { row in row.contains { $0 > 0 } })
  }

  @Test func knowsTheScale() {
    #expect(abs(MelFilterBank.mel(125) - 185.1695388) < 1e-6)
    #expect(abs(MelFilterBank.mel(7500) - 2773.3318537) < 1e-6)
  }

  @Test func readsNoBinBeyondTheOnesInUse() {
    #expect(bank.usedBinCount >= 240)
    #expect(bank.usedBinCount <= bank.binCount)
    let magnitudes = [Float](repeating: 1, count: bank.usedBinCount)
    var bands = [Float](repeating: 0, count: bank.bandCount)
    var span = bands.mutableSpan
    bank.apply(to: magnitudes.span, into: &span)
    for (found, row) in zip(bands, ReferenceLogMel().filters) {
      #expect(abs(Double(found) - row.reduce(0, +)) < 1e-5)
    }
  }

  /// Narrow bands between two bins carry nothing; the widest reach half the sample rate.
  @Test(arguments: [(1, 16), (3, 16), (40, 64), (128, 512), (80, 1024)])
  func fitsOtherShapes(bandCount: Int, fftLength: Int) {
    let bank = MelFilterBank(
      bandCount: bandCount, lowestFrequency: 0, highestFrequency: 8000, sampleRate: 16_000,
      fftLength: fftLength)
    let step = MelFilterBank.mel(8000) / Double(bandCount + 1)
    for (band, row) in weights(bank).enumerated() {
      for (bin, found) in row.enumerated() {
        let place = MelFilterBank.mel(Double(bin) * 16_000 / Double(fftLength)) / step
        let expected = bin == 0 ? 0 : max(0, 1 - abs(place - Double(band + 1)))
        #expect(abs(Double(found) - expected) < 1e-6)
      }
    }
  }
}
