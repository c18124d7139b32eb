/// A place in the network that live sound comes from, as the user wrote it.
package struct AudioAddress: Hashable, Sendable {
  /// The ways in which sound is fetched.
  package static let schemes = [
    "http", "https", "rtp", "rtsp", "rtsps", "tcp", "tls", "udp",
  ]

  /// What FFmpeg may use for that; everything else, files above all, is refused to what it reads.
  static let protocols = "tcp,udp,rtp,rtsp,rtsps,http,httpproxy,https,tls,hls,crypto"

  /// The containers that are taken; none of them but HLS names other places.
  static let containers = [
    "aac", "ac3", "aiff", "amr", "asf", "au", "caf", "dts", "eac3", "flac", "flv", "hls", "loas",
    "matroska", "mov", "mp3", "mpeg", "mpegts", "ogg", "rm", "rtp", "rtsp", "w64", "wav", "wv",
  ].joined(separator: ",")

  /// The address, with whatever secret is in it.
  let text: String

  /// Takes an address; nil where the text is none, or of a scheme that is not taken.
  package init?(_ text: String) {
    guard let scheme = Self.scheme(of: text), Self.schemes.contains(scheme),
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return nil }
    self.text = text
  }

  /// What stands before `://`, in small letters; nil where the text is no address.
  package static func scheme(of text: String) -> String? {
    guard let place = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<place.lowerBound]
    let isScheme = scheme.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
    return isScheme && !scheme.isEmpty ? scheme.lowercased() : nil
  }

  /// Whether it is that of an RTSP server.
  var isRTSP: Bool { Self.scheme(of: text)?.hasPrefix("rtsp") == true }

  /// The address as messages and outputs name it: without a password.
  package var displayText: String {
    guard let scheme = text.firstRange(of: "://") else { return VisibleText.text(text) }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let end = authority.lastIndex(of: "@"), let colon = authority[..<end].firstIndex(of: ":")
    else { return VisibleText.text(text) }
    return VisibleText.text("\(text[..<colon]):***\(text[end...])")
  }
}
