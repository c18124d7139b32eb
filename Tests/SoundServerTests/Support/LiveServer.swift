import Foundation
import Synchronization
import TestSupport

@testable import SoundServer

/// A server on a random port of the loopback interface, for as long as a test needs it.
final class LiveServer {
  let address: ServerAddress
  let folder: TemporaryFolder
  private let server: Server
  private let thread: Thread
  private let ended: DispatchSemaphore

  /// Starts a server and waits until it listens.
  init(engine: any SoundEngine = WaveEngine(), _ change: (inout ServeOptions) -> Void = { _ in })
    throws
  {
    let folder = try TemporaryFolder()
    var options = ServeOptions()
    options.port = 0
    options.temporaryFolder = folder.url
    options.requestsPerSecond = 10_000
    options.uploadsPerMinute = 10_000
    options.stallSeconds *= Sanitizer.patience
    change(&options)
    self.folder = folder
    let server = Server(options, engine: engine)
    let started = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let shared = Shared()
    thread = Thread {
      do {
        try server.run(endsOnSignals: false) { address in
          shared.result.withLock { $0 = .success(address) }
          started.signal()
        }
      } catch {
        shared.result.withLock { $0 = .failure(error) }
        started.signal()
      }
      ended.signal()
    }
    thread.start()
    started.wait()
    guard let outcome = shared.result.withLock({ $0 }) else { throw ServerError("did not start") }
    address = try outcome.get()
    self.server = server
    self.ended = ended
  }

  deinit {
    server.stop()
    ended.wait()
  }

  /// Where temporary files of servers in the test's folder lie.
  var parent: URL { folder.file("soundanalysis-\(getuid())") }

  private final class Shared: Sendable {
    let result = Mutex<Result<ServerAddress, any Error>?>(nil)
  }
}
