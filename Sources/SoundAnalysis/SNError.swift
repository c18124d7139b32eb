public import Foundation

/// The domain of this framework's errors.
public let SNErrorDomain: String = "com.apple.SoundAnalysis"

/// A failure of sound analysis.
///
/// `userInfo` carries a sentence under `NSLocalizedDescriptionKey` that says what failed, what
/// was found and what was expected, and the cause under `NSUnderlyingErrorKey`.
public struct SNError: CustomNSError, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: Int, Sendable {
    /// A failure that no other code describes.
    case unknownError = 1

    /// Analysing the audio failed.
    case operationFailed = 2

    /// The format of the audio cannot be analysed.
    case invalidFormat = 3

    /// The model is not a sound classifier.
    case invalidModel = 4

    /// The file is missing, cannot be read, or holds no audio.
    case invalidFile = 5
  }

  private let error: NSError

  /// Makes an error of a kind.
  ///
  /// - Parameters:
  ///   - code: the kind.
  ///   - userInfo: entries under Foundation's error keys.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    error = NSError(domain: SNErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// Makes an error with a sentence for people, and its cause.
  package init(_ code: Code, _ sentence: String, cause: (any Error)? = nil) {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: sentence]
    if let cause { userInfo[NSUnderlyingErrorKey] = cause }
    self.init(code, userInfo: userInfo)
  }

  /// The kind of failure.
  public var code: Code { Code(rawValue: error.code) ?? .unknownError }

  /// The kind as a number.
  public var errorCode: Int { error.code }

  /// The entries given at creation.
  public var errorUserInfo: [String: Any] { error.userInfo }

  /// The sentence for people.
  public var localizedDescription: String { error.localizedDescription }

  /// The domain of this framework's errors.
  public static var errorDomain: String { SNErrorDomain }

  /// The code of a failure that no other code describes.
  public static var unknownError: Code { .unknownError }

  /// The code of a failed analysis.
  public static var operationFailed: Code { .operationFailed }

  /// The code of an unsuitable audio format.
  public static var invalidFormat: Code { .invalidFormat }

  /// The code of an unsuitable model.
  public static var invalidModel: Code { .invalidModel }

  /// The code of an unsuitable file.
  public static var invalidFile: Code { .invalidFile }
}

extension SNError.Code {
  /// Lets `catch SNError.invalidFile` match an error of that kind.
  public static func ~= (code: SNError.Code, error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == SNErrorDomain && error.code == code.rawValue
  }
}
