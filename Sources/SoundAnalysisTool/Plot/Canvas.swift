/// Takes what a figure is drawn with; lengths are in units of 1/96 inch, y grows downwards.
protocol Canvas: AnyObject {
  /// Fills a rectangle, with round corners where the radius is over 0.
  func fill(_ box: Box, _ colour: Colour, radius: Double)

  /// Draws a straight line.
  func line(from start: Point, to end: Point, _ colour: Colour, width: Double)

  /// Writes one line of text; `point` is on its baseline.
  ///
  /// - Parameter note: what is told where a reader points at the text; nil for nothing.
  func text(_ text: String, at point: Point, _ style: TextStyle, note: String?)

  /// Draws an image, stretched to a rectangle.
  func image(_ image: PixelImage, in box: Box)

  /// Begins a part of the figure that has a name.
  func begin(_ part: String)

  /// Ends the part that was begun last.
  func end()
}

/// A place in a figure.
struct Point: Equatable {
  var x: Double
  var y: Double
}

/// A rectangle in a figure.
struct Box: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var bottom: Double { y + height }
}

/// How a line of text looks.
struct TextStyle: Equatable {
  /// Where the text lies beside its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// The size of the letters.
  var size = 12.0
  var isBold = false
  var colour = Colour.ink
  var anchor = Anchor.start
  /// Whether the text runs from the bottom to the top.
  var isTurned = false

  /// The families of letters that are tried, the first that there is being taken.
  static let families = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

  /// How far below the middle of its line a text's baseline lies.
  var drop: Double { size * 0.35 }
}

extension Canvas {
  func fill(_ box: Box, _ colour: Colour) { fill(box, colour, radius: 0) }

  func text(_ text: String, at point: Point, _ style: TextStyle) {
    self.text(text, at: point, style, note: nil)
  }
}
