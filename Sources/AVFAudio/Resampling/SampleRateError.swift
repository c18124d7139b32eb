/// Says which sample rates cannot be converted.
package struct SampleRateError: Error, Hashable, Sendable {
  /// The sample rate of the input, in Hz.
  package let inputSampleRate: Double

  /// The sample rate of the output, in Hz.
  package let outputSampleRate: Double
}

extension SampleRateError: CustomStringConvertible {
  /// One line: what failed, the two rates, what was expected.
  package var description: String {
    "cannot convert the sample rate: found \(inputSampleRate) Hz to \(outputSampleRate) Hz,"
      + " expected rates of \(AudioLimits.sampleRates.lowerBound) to"
      + " \(AudioLimits.sampleRates.upperBound) Hz"
  }
}

extension SampleRateError {
  /// The rates as the integers that the resampler takes; broken ones scaled to thousandths.
  static func integerRates(
    _ input: Double, _ output: Double
  ) throws(SampleRateError) -> (input: Int32, output: Int32) {
    let error = SampleRateError(inputSampleRate: input, outputSampleRate: output)
    for rate in [input, output] {
      guard rate >= Double(AudioLimits.sampleRates.lowerBound),
        rate <= Double(AudioLimits.sampleRates.upperBound)
      else { throw error }
    }
    let areWhole = input == input.rounded() && output == output.rounded()
    let scale = areWhole ? 1.0 : min(1000, (2e9 / max(input, output)).rounded(.down))
    return (Int32((input * scale).rounded()), Int32((output * scale).rounded()))
  }
}
