private import Foundation
private import Synchronization

/// Where an engine says which call it refuses, that Apple's ends the program for.
package enum EngineLog {
  private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Says something; on standard error unless a sink is set.
  static func say(_ message: String) {
    if let sink = sink.withLock({ $0 }) { return sink(message) }
    FileHandle.standardError.write(Data("AVAudioEngine: \(message)\n".utf8))
  }

  /// Sends what is said elsewhere; nil for standard error.
  package static func setSink(_ newSink: (@Sendable (String) -> Void)?) {
    sink.withLock { $0 = newSink }
  }
}
