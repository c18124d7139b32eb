/// Names a sound classifier that comes with this package.
public struct SNClassifierIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name in text form.
  public let rawValue: String

  /// Makes an identifier from its name; whether such a classifier exists shows when it is used.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The built-in classifier of 303 everyday sounds.
  public static let version1 = SNClassifierIdentifier(
    rawValue: "SNClassifierIdentifierVersion1")
}
