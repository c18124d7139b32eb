import Foundation

/// The slow twin of the front end: double precision, a transform by definition, a dense filter bank.
///
/// Its switches reproduce the common mistakes, to show that the tests would notice them.
struct ReferenceLogMel {
  var squaresMagnitudes = false
  var usesDecimalLogarithm = false
  var usesSymmetricWindow = false
  var interpolatesOverHertz = false

  private let cosines = (0..<512).map { cos(2 * Double.pi * Double($0) / 512) }

  init() {}

  /// The 64 bands of the frame that starts at `start`.
  func frame(of samples: [Double], from start: Int) -> [Double] {
    let spectrum = magnitudes(of: samples, from: start).map { squaresMagnitudes ? $0 * $0 : $0 }
    return filters.map { weights in
      let energy = zip(weights, spectrum).reduce(0) { $0 + $1.0 * $1.1 } + 0.01
      return usesDecimalLogarithm ? log10(energy) : log(energy)
    }
  }

  /// |X[k]| for k in 0...256 of the tapered frame that starts at `start`.
  func magnitudes(of samples: [Double], from start: Int) -> [Double] {
    let period = usesSymmetricWindow ? 399.0 : 400.0
    let frame = (0..<400).map { sample in
      samples[start + sample] * (0.5 - 0.5 * cos(2 * .pi * Double(sample) / period))
    }
    return (0...256).map { bin in
      var real = 0.0
      var imaginary = 0.0
      for sample in 0..<400 {
        let angle = bin * sample
        real += frame[sample] * cosines[angle & 511]
        imaginary += frame[sample] * cosines[(angle + 128) & 511]
      }
      return (real * real + imaginary * imaginary).squareRoot()
    }
  }

  /// Dense weights, (band, bin).
  var filters: [[Double]] {
    func mel(_ frequency: Double) -> Double { 1127 * log(1 + frequency / 700) }
    func frequency(_ mel: Double) -> Double { 700 * (exp(mel / 1127) - 1) }
    let step = (mel(7500) - mel(125)) / 65
    let edges = (0..<66).map { mel(125) + Double($0) * step }
    return (0..<64).map { band in
      let corners = edges[band...band + 2].map { interpolatesOverHertz ? frequency($0) : $0 }
      return (0...256).map { bin in
        let place = interpolatesOverHertz ? Double(bin) * 31.25 : mel(Double(bin) * 31.25)
        return max(
          0,
          min(
            (place - corners[0]) / (corners[1] - corners[0]),
            (corners[2] - place) / (corners[2] - corners[1])))
      }
    }
  }
}
