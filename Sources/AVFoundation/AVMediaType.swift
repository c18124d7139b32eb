/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The name of the kind.
  public let rawValue: String

  /// Makes a kind of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sound.
  public static let audio = AVMediaType(rawValue: "soun")
  /// Pictures.
  public static let video = AVMediaType(rawValue: "vide")
}
