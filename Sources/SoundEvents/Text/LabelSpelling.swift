/// A classifier's labels, to be found by what people write: case does not matter, and spaces and
/// hyphens are as good as underscores.
package struct LabelSpelling: Sendable {
  private let known: [String]
  private let exact: Set<String>
  private let plain: [String: String]

  /// Prepares to look for these labels; of those that differ in spelling only, the first is found.
  package init(of known: [String]) {
    self.known = known
    exact = Set(known)
    plain = Dictionary(known.map { (Self.plain($0), $0) }) { first, _ in first }
  }

  /// The label that a text means, or nil.
  package func label(_ text: String) -> String? {
    exact.contains(text) ? text : plain[Self.plain(text)]
  }

  /// Some labels that resemble a text, the nearest first.
  package func nearest(to text: String) -> [String] {
    known.nearest(to: Self.plain(text), count: 3)
  }

  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: { $0 == "_" || $0 == "-" || $0.isWhitespace })
      .joined(separator: "_").lowercased()
  }
}
