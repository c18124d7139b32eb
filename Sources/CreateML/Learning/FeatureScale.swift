/// Brings features to a mean of 0 each and to a variance of 1 over all of them.
///
/// One scale for all: of a few clips, some features hardly vary, and a scale of their own would make
/// what is new in them look enormous.
struct FeatureScale: Sendable {
  /// The mean of each feature.
  let means: [Double]

  /// What a feature's distance from its mean is divided by.
  let deviation: Double

  /// Measures samples (samples, width), row-major, one at least.
  init(_ samples: [Float], width: Int) {
    var means = [Double](repeating: 0, count: width)
    let count = Double(samples.count / width)
    for index in samples.indices { means[index % width] += Double(samples[index]) }
    for place in 0..<width { means[place] /= count }
    var square = 0.0
    for index in samples.indices {
      let distance = Double(samples[index]) - means[index % width]
      square += distance * distance
    }
    let variance = square / Double(samples.count)
    self.means = means
    deviation = variance > 1e-12 ? variance.squareRoot() : 1
  }

  /// Scales samples.
  func scaled(_ samples: [Float]) -> [Float] {
    var scaled = samples
    let width = means.count
    for index in scaled.indices {
      scaled[index] = Float((Double(samples[index]) - means[index % width]) / deviation)
    }
    return scaled
  }
}
