private import Foundation

/// Finds out what a filter graph does to the time of the sound, by running a known sound through it.
enum FilterProbe {
  private static let duration = 4.0

  /// The places of the tone bursts, in seconds; their distances differ, so that no shift fits twice.
  private static let bursts = [1.0, 1.7, 2.9]
  private static let burstDuration = 0.12

  /// Delays outside are not looked for, in seconds; the shorter ones are a filter's own phase.
  private static let delays = 0.002...0.2

  /// The rate at which the delay is looked for, in Hz: a quarter of a millisecond.
  private static let searchRate = 4000.0

  /// A graph that lengthens or shortens the sound by more than this, in seconds, moves its times.
  private static let lengthTolerance = 0.3

  /// The delay of a graph in frames; 0 where its output is too unlike its input to tell.
  ///
  /// - Throws: where the graph cannot be set up, fails, or changes the length of the sound.
  static func delay(of text: String, sampleRate: Double) throws(FilterGraphError) -> Int {
    let input = sound(sampleRate: sampleRate)
    let chain = try FilterChain(text, sampleRate: Int32(sampleRate))
    let output = try run(chain, text, input, sampleRate: sampleRate)
    let step = max(1, Int(sampleRate / searchRate))
    let given = thinned(input, by: step)
    let heard = thinned(output, by: step)
    let most = Int(delays.upperBound * sampleRate) / step
    let found = lag(of: heard, behind: given, atMost: most) * step
    return Double(found) < delays.lowerBound * sampleRate ? 0 : found
  }

  /// Tone bursts that rise, in faint noise.
  private static func sound(sampleRate: Double) -> [Float] {
    var state: UInt32 = 1
    var samples = (0..<Int(duration * sampleRate)).map { _ -> Float in
      state = 1_664_525 &* state &+ 1_013_904_223
      return 0.004 * (Float(state) / Float(UInt32.max) - 0.5)
    }
    let top = min(1500, 0.4 * sampleRate)
    for burst in bursts {
      let start = Int(burst * sampleRate)
      let count = Int(burstDuration * sampleRate)
      for index in 0..<count {
        let time = Double(index) / sampleRate
        let phase = 200 * time + (top - 200) / (2 * burstDuration) * time * time
        let envelope = sin(Double.pi * time / burstDuration)
        samples[start + index] += Float(0.4 * envelope * envelope * sin(2 * .pi * phase))
      }
    }
    return samples
  }

  private static func run(
    _ chain: FilterChain, _ text: String, _ input: [Float], sampleRate: Double
  ) throws(FilterGraphError) -> [Float] {
    let most = input.count + Int(sampleRate)
    var output: [Float] = []
    func drain() throws(FilterGraphError) {
      while output.count <= most {
        guard let received = chain.receive(into: &output) else {
          throw FilterGraphError(graph: text, fault: "it fails on sound at \(Int(sampleRate)) Hz")
        }
        guard received.hasFrame else { return }
      }
    }
    for start in stride(from: 0, to: input.count, by: 4096) {
      guard chain.send(input.span.extracting(start..<min(start + 4096, input.count))) else {
        throw FilterGraphError(graph: text, fault: "it fails on sound at \(Int(sampleRate)) Hz")
      }
      try drain()
      guard output.count <= most else { break }
    }
    let beforeEnd = output.count
    if output.count <= most, chain.sendEnd() { try drain() }
    // A graph that adds an echo or silence at the end leaves the times before it as they are.
    let missing = input.count - output.count
    let tooMany = beforeEnd - input.count
    let tolerance = Int(lengthTolerance * sampleRate)
    if missing > tolerance || tooMany > tolerance {
      let found = tooMany > tolerance ? "more" : "less"
      throw FilterGraphError(
        graph: text,
        fault: "it gives \(found) sound than it takes, so that times would not be the file's")
    }
    return output
  }

  /// Every so many samples as their mean.
  private static func thinned(_ samples: [Float], by step: Int) -> [Float] {
    (0..<samples.count / step).map { index in
      samples[index * step..<(index + 1) * step].reduce(0, +) / Float(step)
    }
  }

  /// The lag at which two sounds are most alike, by their correlation over the bursts.
  private static func lag(of heard: [Float], behind given: [Float], atMost most: Int) -> Int {
    let places = bursts.map { Int($0 / duration * Double(given.count)) }
    let count = Int(burstDuration / duration * Double(given.count))
    var best = (lag: 0, likeness: 0.3 as Float)
    for lag in 0...max(0, most) {
      var product: Float = 0
      var energies: (Float, Float) = (0, 0)
      for place in places where place + lag + count <= heard.count {
        for index in 0..<count {
          let (a, b) = (given[place + index], heard[place + lag + index])
          product += a * b
          energies.0 += a * a
          energies.1 += b * b
        }
      }
      let scale = (energies.0 * energies.1).squareRoot()
      guard scale > 0 else { continue }
      if abs(product) / scale > best.likeness { best = (lag, abs(product) / scale) }
    }
    return best.lag
  }
}
