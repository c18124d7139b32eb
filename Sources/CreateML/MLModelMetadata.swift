public import Foundation

/// What a model file says of itself.
public struct MLModelMetadata: Sendable, Equatable {
  /// Who made the model.
  public var author: String

  /// What the model does, in a sentence.
  public var shortDescription: String

  /// The conditions under which it may be used; nil for none of one's own.
  public var license: String?

  /// The version of the model.
  public var version: String

  /// Anything else, by names of one's own.
  public var additional: [String: String]?

  /// Describes a model.
  public init(
    author: String = NSFullUserName(),
    shortDescription: String = "A sound classifier trained on recordings of one's own.",
    license: String? = nil, version: String = "1", additional: [String: String]? = nil
  ) {
    self.author = author
    self.shortDescription = shortDescription
    self.license = license
    self.version = version
    self.additional = additional
  }
}
