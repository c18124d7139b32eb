public import Foundation

/// A question that an analyzer answers about sound.
///
/// Only this framework's types conform; `SNClassifySoundRequest` is the one there is.
public protocol SNRequest: NSObjectProtocol {}
