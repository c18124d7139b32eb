import Foundation

/// Sounds in which nothing of note is heard, made from a seed: silence, noises, hum, clicks, rooms.
///
/// Each is a recording at 16 kHz; they are made one at a time, so that memory stays the same.
struct BackgroundSounds {
  /// What is made; levels are root mean squares in dB below full scale, peaks for clicks.
  enum Kind: Equatable {
    case silence
    case white(level: Float)
    case pink(level: Float)
    case brown(level: Float)
    case hum(frequency: Float, level: Float)
    case clicks(level: Float)
    case room(level: Float)
  }

  /// The set that a model learns from.
  static let learned: [Kind] =
    [.silence]
    + [-84, -72, -60, -48, -36, -24, -12].flatMap { level in
      [.white(level: level), .pink(level: level), .brown(level: level)] as [Kind]
    }
    + [50, 60].flatMap { frequency in
      [.hum(frequency: frequency, level: -40), .hum(frequency: frequency, level: -20)] as [Kind]
    }
    + [.clicks(level: -30), .clicks(level: -15), .clicks(level: -6)]
    + [.room(level: -75), .room(level: -65), .room(level: -55), .room(level: -45)]

  /// The set by which false alarms are counted, at other levels.
  static let heldOut: [Kind] = [
    .silence, .white(level: -54), .white(level: -30), .pink(level: -66), .pink(level: -42),
    .pink(level: -26), .pink(level: -16), .brown(level: -50), .brown(level: -20),
    .hum(frequency: 50, level: -30), .hum(frequency: 60, level: -26), .clicks(level: -20),
    .clicks(level: -9), .room(level: -70), .room(level: -60), .room(level: -50),
  ]

  private static let sampleRate: Float = 16_000
  private var generator: SeededGenerator

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  /// Makes the next sound.
  mutating func make(_ kind: Kind, seconds: Int) -> [Float] {
    let count = seconds * Int(Self.sampleRate)
    switch kind {
    case .silence: return Array(repeating: 0, count: count)
    case .white(let level): return Self.scaled(white(count), to: level)
    case .pink(let level): return Self.scaled(pink(count), to: level)
    case .brown(let level): return Self.scaled(brown(count, leak: 0.002), to: level)
    case .hum(let frequency, let level): return hum(count, frequency, level)
    case .clicks(let level): return clicks(count, level)
    case .room(let level): return room(count, level)
    }
  }

  private mutating func white(_ count: Int) -> [Float] {
    var numbers = [Float](repeating: 0, count: count)
    for index in 0..<count { numbers[index] = Float(Int32(truncatingIfNeeded: generator.next())) }
    return numbers
  }

  /// A sum of noises that change at every 1st, 2nd, 4th ... sample (Voss and McCartney).
  private mutating func pink(_ count: Int) -> [Float] {
    var rows = [Float](repeating: 0, count: 14)
    var sum: Float = 0
    var numbers = white(count)
    for index in 0..<count {
      let row = min(rows.count - 1, (index + 1).trailingZeroBitCount)
      let news = numbers[index]
      sum += news - rows[row]
      rows[row] = news
      numbers[index] = sum
    }
    return numbers
  }

  /// A noise that is added up, and slowly forgotten.
  private mutating func brown(_ count: Int, leak: Float) -> [Float] {
    var numbers = white(count)
    var sum: Float = 0
    for index in 0..<count {
      sum += numbers[index] - leak * sum
      numbers[index] = sum
    }
    return numbers
  }

  private mutating func hum(_ count: Int, _ frequency: Float, _ level: Float) -> [Float] {
    let harmonics = (1...7).map { harmonic in
      (
        step: 2 * Float.pi * frequency * Float(harmonic) / Self.sampleRate,
        phase: generator.number(in: 0...6.28),
        amplitude: generator.number(in: 0.1...1) / Float(harmonic)
      )
    }
    // Every harmonic repeats with the first one.
    let period = Int(Self.sampleRate / frequency * 3)
    let wave = (0..<period).map { index in
      harmonics.reduce(Float(0)) { sum, harmonic in
        sum + harmonic.amplitude * sin(harmonic.step * Float(index) + harmonic.phase)
      }
    }
    let tone = Self.scaled((0..<count).map { wave[$0 % period] }, to: level)
    return Self.sum(tone, Self.scaled(pink(count), to: level - 25))
  }

  private mutating func clicks(_ count: Int, _ level: Float) -> [Float] {
    var numbers = Self.scaled(pink(count), to: -65)
    let peak = Self.factor(level)
    for _ in 0..<max(1, Int(Float(count) / Self.sampleRate * 0.8)) {
      let length = 8 + Int(generator.next() % 192)
      let start = Int(generator.next() % UInt64(count - length))
      for index in 0..<length {
        let decay = exp(-4 * Float(index) / Float(length))
        numbers[start + index] += generator.number(in: -1...1) * decay * peak
      }
    }
    return numbers
  }

  /// Deep noise that swells slowly, with a hiss.
  private mutating func room(_ count: Int, _ level: Float) -> [Float] {
    var deep = brown(count, leak: 0.02)
    let rate = generator.number(in: 0.1...0.6)
    let phase = generator.number(in: 0...6.28)
    var swell: Float = 1
    for index in 0..<count {
      if index % 160 == 0 {
        swell = 1 + 0.5 * sin(2 * .pi * rate * Float(index) / Self.sampleRate + phase)
      }
      deep[index] *= swell
    }
    return Self.sum(Self.scaled(deep, to: level), Self.scaled(white(count), to: level - 12))
  }

  private static func factor(_ level: Float) -> Float { pow(10, level / 20) }

  /// The numbers without their mean, at a level; nothing is beyond full scale.
  private static func scaled(_ numbers: [Float], to level: Float) -> [Float] {
    var numbers = numbers
    let mean = numbers.reduce(0) { $0 + Double($1) } / Double(numbers.count)
    let power = numbers.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let scale = Float(Double(factor(level)) / (power / Double(numbers.count)).squareRoot())
    for index in numbers.indices {
      numbers[index] = min(max((numbers[index] - Float(mean)) * scale, -1), 1)
    }
    return numbers
  }

  private static func sum(_ first: [Float], _ second: [Float]) -> [Float] {
    var sum = first
    for index in sum.indices { sum[index] += second[index] }
    return sum
  }
}
