import Foundation
import Testing

@testable import SoundAnalysisTool

@Suite struct ColourTests {
  /// Corners of sRGB in OKLCh, as CSS Color 4 gives them.
  @Test(arguments: [
    (1.0, 0.0, 0.0, "#ffffff"), (0, 0, 0, "#000000"), (0.627_96, 0.257_68, 29.234, "#ff0000"),
    (0.866_44, 0.294_83, 142.495, "#00ff00"), (0.452_01, 0.313_21, 264.052, "#0000ff"),
  ])
  func cornersOfTheScreenAreWhereTheyAre(
    lightness: Double, chroma: Double, hue: Double, expected: String
  ) {
    let colour = Colour(lightness: lightness, chroma: chroma, hue: hue)
    #expect(colour.hexadecimal == expected)
  }

  /// CIE lightness of a colour (IEC 61966-2-1 and ISO/CIE 11664-4).
  private func lightness(_ colour: Colour) -> Double {
    let light = [colour.red, colour.green, colour.blue].map { part in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let y = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    return y > 216.0 / 24_389 ? 116 * cbrt(y) - 16 : y * 24_389 / 27
  }

  @Test func levelsGetBrighterEvenly() {
    let values = LevelColours.all.map(lightness)
    #expect(values.count == 256 && values[0] < 5 && values[255] > 90)
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    let mean = (values[255] - values[0]) / 255
    #expect(steps.allSatisfy { $0 > -0.3 })
    for place in stride(from: 16, to: 240, by: 16) {
      // Over sixteen steps, so that rounding to bytes is not what is measured.
      let grown = (values[place + 15] - values[place]) / 15
      #expect(grown > mean / 2.5 && grown < mean * 2, "at \(place)")
    }
  }

  @Test func neighbouringLanesDiffer() {
    let colours = (0..<24).map(LaneColours.colour)
    for (first, second) in zip(colours, colours.dropFirst()) {
      let distance = [
        (first.red, second.red), (first.green, second.green), (first.blue, second.blue),
      ].map { abs(Int($0.0) - Int($0.1)) }.reduce(0, +)
      #expect(distance > 80)
    }
  }
}
