/// A picture of dots, row by row from the top.
struct PixelImage {
  let width: Int
  let height: Int
  /// `width * height` dots, each as 0xRRGGBB.
  var pixels: [UInt32]

  /// Makes a picture that is black.
  init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "A picture needs dots.")
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height)
  }

  /// Sets a dot; the first row is the top one.
  mutating func set(_ colour: Colour, column: Int, row: Int) {
    pixels[row * width + column] =
      UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
  }
}
