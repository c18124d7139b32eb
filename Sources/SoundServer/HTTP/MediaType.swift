import Foundation

/// Content types and what a client accepts of them.
enum MediaType {
  /// The type without its parameters, in lower case: `audio/wav` of `Audio/WAV; rate=16000`.
  static func essence(_ field: String) -> String {
    field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// A parameter of a content type, such as the boundary of a multipart.
  static func parameter(_ name: String, of field: String) -> String? {
    for part in field.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2,
        pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name
      else { continue }
      return pair[1].trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\"")))
    }
    return nil
  }

  /// Picks the offered type that the client likes best; the earlier one of equals.
  ///
  /// - Parameters:
  ///   - accept: the Accept field; nil or empty means anything.
  ///   - offered: types without parameters.
  /// - Returns: the index into `offered`; nil where nothing fits.
  static func choose(accept: String?, offered: [String]) -> Int? {
    guard let accept, !accept.trimmingCharacters(in: .whitespaces).isEmpty else { return 0 }
    let ranges = accept.split(separator: ",").map { part in
      (type: essence(String(part)), quality: Double(parameter("q", of: String(part)) ?? "1") ?? 0)
    }
    var best: (index: Int, quality: Double)?
    for (index, type) in offered.enumerated() {
      let major = type.prefix { $0 != "/" }
      // The most specific range decides, whatever its quality.
      let quality =
        ranges.last { $0.type == type }?.quality
        ?? ranges.last { $0.type == "\(major)/*" }?.quality
        ?? ranges.last { $0.type == "*/*" }?.quality ?? 0
      if quality > (best?.quality ?? 0) { best = (index, quality) }
    }
    return best?.index
  }
}
