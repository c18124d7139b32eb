/// The name of a piece of information about a model.
public struct MLModelMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The key as a text.
  public let rawValue: String

  /// Creates a key from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Who made the model.
  public static let author = MLModelMetadataKey(rawValue: "MLModelAuthorKey")

  /// What the model does.
  public static let description = MLModelMetadataKey(rawValue: "MLModelDescriptionKey")

  /// Under what terms the model may be used.
  public static let license = MLModelMetadataKey(rawValue: "MLModelLicenseKey")

  /// The version that the author gave the model.
  public static let versionString = MLModelMetadataKey(rawValue: "MLModelVersionStringKey")

  /// Further texts of the author, as a `[String: String]`.
  public static let creatorDefinedKey = MLModelMetadataKey(rawValue: "MLModelCreatorDefinedKey")
}
