public import Foundation

/// The domain of all errors of Core ML.
public let MLModelErrorDomain = "com.apple.CoreML"

/// A model that cannot be read, compiled or run, or inputs that do not suit it.
public struct MLModelError: Error, Sendable {
  /// What kind of thing went wrong.
  public enum Code: Int, Sendable {
    /// Something that no other code describes, such as a model type that is not supported.
    case generic = 0
    /// An input is missing, or of a type or shape that the model does not take.
    case featureType = 1
    /// A file or folder cannot be read or written, or is no model.
    case io = 3
    /// A layer that only the model's author can supply.
    case customLayer = 4
    /// A model that only the model's author can supply.
    case customModel = 5
    /// An update of a model failed.
    case update = 6
    /// A parameter does not exist or has a value that is not allowed.
    case parameters = 7
    /// The key of an encrypted model could not be fetched.
    case modelDecryptionKeyFetch = 8
    /// A model could not be decrypted.
    case modelDecryption = 9
    /// A collection of models could not be fetched.
    case modelCollection = 10
    /// A prediction was cancelled.
    case predictionCancelled = 11
  }

  /// What kind of thing went wrong.
  public let code: Code

  /// What failed, what was found and what was expected.
  public let localizedDescription: String

  /// The error below this one, if there is one.
  public let underlyingError: (any Error)?

  init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    localizedDescription = message
    underlyingError = underlying
  }

  /// Something that no other code describes.
  public static let generic = Code.generic

  /// An input is missing or does not suit the model.
  public static let featureType = Code.featureType

  /// A file or folder cannot be read or written, or is no model.
  public static let io = Code.io

  /// A layer that only the model's author can supply.
  public static let customLayer = Code.customLayer

  /// A model that only the model's author can supply.
  public static let customModel = Code.customModel

  /// An update of a model failed.
  public static let update = Code.update

  /// A parameter does not exist or has a value that is not allowed.
  public static let parameters = Code.parameters

  /// The key of an encrypted model could not be fetched.
  public static let modelDecryptionKeyFetch = Code.modelDecryptionKeyFetch

  /// A model could not be decrypted.
  public static let modelDecryption = Code.modelDecryption

  /// A collection of models could not be fetched.
  public static let modelCollection = Code.modelCollection

  /// A prediction was cancelled.
  public static let predictionCancelled = Code.predictionCancelled
}

extension MLModelError: CustomNSError {
  /// The domain of all errors of Core ML.
  public static var errorDomain: String { MLModelErrorDomain }

  /// The number of `code`.
  public var errorCode: Int { code.rawValue }

  /// The sentence, and the error below this one.
  public var errorUserInfo: [String: Any] {
    var information: [String: Any] = [NSLocalizedDescriptionKey: localizedDescription]
    if let underlyingError { information[NSUnderlyingErrorKey] = underlyingError }
    return information
  }
}

extension MLModelError: LocalizedError {
  /// The sentence.
  public var errorDescription: String? { localizedDescription }
}

extension MLModelError: CustomStringConvertible {
  /// The sentence.
  public var description: String { localizedDescription }
}

/// Matches a caught error with a code, as in `catch MLModelError.io`.
public func ~= (code: MLModelError.Code, error: any Error) -> Bool {
  (error as? MLModelError)?.code == code
}
