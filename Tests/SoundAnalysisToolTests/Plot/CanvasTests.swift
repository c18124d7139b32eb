import Foundation
import FoundationXML
import Testing

@testable import SoundAnalysisTool

@Suite struct CanvasTests {
  @Test func anImageBecomesAPNGWithItsDots() throws {
    var image = PixelImage(width: 3, height: 2)
    image.set(Colour(red: 255, green: 0, blue: 7), column: 2, row: 1)
    let png = try CairoCanvas(image).png()
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(png[16..<24]) == [0, 0, 0, 3, 0, 0, 0, 2])
  }

  @Test func aPictureBeyondWhatCairoTakesIsAnError() {
    #expect(throws: DrawingError.self) { try CairoCanvas(width: 40_000, height: 10, scale: 1) }
  }

  @Test func textsAreMeasured() throws {
    let sheet = try CairoCanvas(width: 10, height: 10, scale: 2)
    let narrow = sheet.width(of: "ill", TextStyle())
    let wide = sheet.width(of: "WWW", TextStyle())
    #expect(narrow > 5 && wide > narrow * 2 && wide < 60)
    #expect(sheet.width(of: "", TextStyle()) == 0)
    #expect(sheet.width(of: "犬 שלום 🐶", TextStyle()) > 0)
  }

  /// Reads text and attributes back.
  private final class Reader: NSObject, XMLParserDelegate {
    var texts: [String] = []
    var elements: [(name: String, attributes: [String: String])] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
      text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if name == "text" || name == "title" { texts.append(text) }
      text = ""
    }
  }

  @Test(arguments: [
    "<b>&\"'--> ]]>", "犬 🐶", "שלום", "a\u{1B}[31m\u{0}b", "tab\tand\nline", "\u{FFFE}x",
  ])
  func textsAreEscaped(_ text: String) throws {
    let canvas = SVGCanvas(width: 100.126, height: 50, title: text)
    canvas.begin("lane")
    canvas.text(text, at: Point(x: 1, y: 2), TextStyle(isBold: true, anchor: .end), note: text)
    canvas.fill(Box(x: 0, y: 0, width: 10, height: 5), .ink.opacity(0.5), radius: 2)
    canvas.image(PixelImage(width: 2, height: 2), in: Box(x: 0, y: 0, width: 10, height: 5))
    canvas.end()
    let reader = Reader()
    let parser = XMLParser(data: Data(try canvas.document().utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let shown = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 32 || $0.value == 0xFFFE ? " " : $0 }))
    #expect(reader.texts.filter { $0 == shown }.count >= 2, "\(reader.texts)")
    #expect(reader.elements.first?.attributes["width"] == "100.13")
    #expect(
      reader.elements.contains {
        $0.name == "image"
          && $0.attributes["xlink:href"]?.hasPrefix("data:image/png;base64,iVBORw0KGgo") == true
      })
  }
}
