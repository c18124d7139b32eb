import Foundation

/// Starts threads, and says where the system has none left: those of Foundation never tell.
package enum WorkThread {
  private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Does some work on a thread of its own.
  ///
  /// - Parameter name: what debuggers call the thread, 15 bytes of it.
  /// - Returns: false where the system starts no further thread; nothing is done then.
  package static func start(_ name: String, body: @escaping @Sendable () -> Void) -> Bool {
    let work = unsafe Unmanaged.passRetained(Work(name, body))
    var thread: pthread_t = 0
    let code = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        // Nobody waits for its end.
        pthread_detach(pthread_self())
        Thread.current.name = work.name
        work.body()
        return nil
      }, work.toOpaque())
    if code != 0 { unsafe work.release() }
    return code == 0
  }
}
