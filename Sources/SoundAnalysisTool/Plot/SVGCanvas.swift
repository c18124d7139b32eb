private import Foundation
private import SoundEvents

/// Writes a figure as SVG 1.1; images are PNG files within it.
final class SVGCanvas: Canvas {
  private var out: String
  private var failure: DrawingError?

  /// Begins a document of `width` x `height` units.
  ///
  /// - Parameter title: what programs that read it aloud say first.
  init(width: Double, height: Double, title: String) {
    let (w, h) = (number(width), number(height))
    out = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      version="1.1" width="\(w)" height="\(h)" viewBox="0 0 \(w) \(h)" \
      font-family="\(TextStyle.families)">
      <title>\(escaped(title))</title>
      <rect width="\(w)" height="\(h)" fill="\(Colour.paper.hexadecimal)"/>

      """
  }

  /// The whole document.
  func document() throws(DrawingError) -> String {
    if let failure { throw failure }
    return out + "</svg>\n"
  }

  func fill(_ box: Box, _ colour: Colour, radius: Double) {
    out +=
      "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
      + "height=\"\(number(box.height))\"\(radius > 0 ? " rx=\"\(number(radius))\"" : "")"
      + "\(paint("fill", colour))/>\n"
  }

  func line(from start: Point, to end: Point, _ colour: Colour, width: Double) {
    out +=
      "<line x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" x2=\"\(number(end.x))\" "
      + "y2=\"\(number(end.y))\" stroke-width=\"\(number(width))\"\(paint("stroke", colour))/>\n"
  }

  func text(_ text: String, at point: Point, _ style: TextStyle, note: String?) {
    let (x, y) = (number(point.x), number(point.y))
    out += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(number(style.size))\""
    if style.isBold { out += " font-weight=\"bold\"" }
    if style.anchor != .start { out += " text-anchor=\"\(style.anchor.rawValue)\"" }
    if style.isTurned { out += " transform=\"rotate(-90 \(x) \(y))\"" }
    let title = note.map { "<title>\(escaped($0))</title>" } ?? ""
    out += "\(paint("fill", style.colour)) xml:space=\"preserve\">\(title)\(escaped(text))</text>\n"
  }

  func image(_ image: PixelImage, in box: Box) {
    do {
      let png = try CairoCanvas(image).png()
      out +=
        "<image x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
        + "height=\"\(number(box.height))\" preserveAspectRatio=\"none\" "
        + "xlink:href=\"data:image/png;base64,\(Data(png).base64EncodedString())\"/>\n"
    } catch {
      failure = error
    }
  }

  func begin(_ part: String) { out += "<g class=\"\(escaped(part))\">\n" }

  func end() { out += "</g>\n" }

  private func paint(_ attribute: String, _ colour: Colour) -> String {
    let opacity =
      colour.opacity < 1 ? " \(attribute)-opacity=\"\(number(colour.opacity))\"" : ""
    return " \(attribute)=\"\(colour.hexadecimal)\"\(opacity)"
  }
}

/// A length with at most two decimals and a point.
private func number(_ value: Double) -> String {
  FixedDecimal.shortText((value * 100).rounded() / 100) ?? "0"
}

/// Text as XML holds it; what XML cannot hold is left out.
private func escaped(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": out += " "
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
