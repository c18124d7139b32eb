public import Foundation

/// One answer to an `SNRequest`, given to its observer.
///
/// Only this framework's types conform; `SNClassificationResult` is the one there is.
public protocol SNResult: NSObjectProtocol {}
