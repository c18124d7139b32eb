private import Foundation

/// A colour of a screen (sRGB), each part 0 to 255, and how much of the ground it covers.
struct Colour: Equatable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  /// 0, nothing, to 1, everything.
  var opacity = 1.0

  static let ink = Colour(red: 34, green: 34, blue: 40)
  static let faint = Colour(red: 110, green: 110, blue: 120)
  static let grid = Colour(red: 214, green: 214, blue: 220)
  static let band = Colour(red: 246, green: 246, blue: 248)
  static let paper = Colour(red: 255, green: 255, blue: 255)

  /// The same colour, as thick as told.
  func opacity(_ opacity: Double) -> Colour {
    var colour = self
    colour.opacity = opacity
    return colour
  }

  /// The colour as `#rrggbb`.
  var hexadecimal: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return part < 16 ? "0\(digits)" : digits
      }.joined()
  }

  /// A colour as it is seen, in Ottosson's OKLCh; what no screen can show is made greyer until it can.
  ///
  /// - Parameters:
  ///   - lightness: 0, black, to 1, white.
  ///   - chroma: how far from grey, 0 to about 0.3.
  ///   - hue: in degrees; 30 is red, 90 yellow, 145 green, 265 blue.
  init(lightness: Double, chroma: Double, hue: Double) {
    var (low, high) = (0.0, chroma)
    var parts = Self.linear(lightness, chroma, hue)
    if !parts.allSatisfy(Self.isShown) {
      for _ in 0..<20 {
        let middle = (low + high) / 2
        if Self.linear(lightness, middle, hue).allSatisfy(Self.isShown) {
          low = middle
        } else {
          high = middle
        }
      }
      parts = Self.linear(lightness, low, hue)
    }
    let bytes = parts.map { part in
      let light = min(max(part, 0), 1)
      let coded = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt8((coded * 255).rounded())
    }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// Makes a colour of its parts.
  init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  private static func isShown(_ part: Double) -> Bool { part > -1e-4 && part < 1 + 1e-4 }

  /// Red, green and blue light of an OKLCh colour (B. Ottosson, "A perceptual color space for image
  /// processing", 2020).
  private static func linear(_ lightness: Double, _ chroma: Double, _ hue: Double) -> [Double] {
    let angle = hue * .pi / 180
    let (a, b) = (chroma * cos(angle), chroma * sin(angle))
    let long = pow(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b, 3)
    let medium = pow(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b, 3)
    let short = pow(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b, 3)
    return [
      4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
      -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
      -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
  }
}

/// The colours of levels: from near black over violet, red and orange to pale yellow.
///
/// Lightness grows evenly, so that equal steps of level look equal, on paper without colours as well.
enum LevelColours {
  /// 256 colours, from the lowest level to the highest.
  static let all: [Colour] = (0..<256).map { place in
    let share = Double(place) / 255
    return Colour(
      lightness: 0.12 + 0.85 * share, chroma: 0.02 + 0.18 * sin(.pi * min(1, 0.08 + 0.86 * share)),
      hue: 285 + 170 * share)
  }
}

/// The colours of lanes, alike in lightness and far apart in hue for neighbours.
enum LaneColours {
  /// The colour of a lane, counted from 0.
  static func colour(_ place: Int) -> Colour {
    Colour(
      lightness: 0.62, chroma: 0.14,
      hue: (250 + 137.508 * Double(place)).truncatingRemainder(dividingBy: 360))
  }
}
