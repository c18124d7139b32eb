import Foundation

/// The requests of one analyzer with their observers, and the one door through which observers are called.
///
/// `@unchecked Sendable`: every access to `entries` holds `lock`. The lock is recursive so that an
/// observer may add and remove requests from inside a callback, and it is held during a callback
/// so that no callback follows once `remove` has returned.
final class RequestRegistry: @unchecked Sendable {
  /// Names one registration; the same request registered again gets another one.
  struct Identifier: Hashable, Comparable {
    fileprivate let number: Int

    static func < (first: Identifier, second: Identifier) -> Bool {
      first.number < second.number
    }
  }

  /// A request as it was when it was added.
  struct Registration {
    let identifier: Identifier
    let classifier: Classifier
    let settings: SNClassifySoundRequest.Settings
  }

  private struct Entry {
    let registration: Registration
    let request: SNClassifySoundRequest
    weak var observer: (any SNResultsObserving)?
  }

  private let lock = NSRecursiveLock()
  private var entries: [Entry] = []
  private var lastNumber = 0

  /// A number that is greater after each registration.
  var revision: Int {
    lock.lock()
    defer { lock.unlock() }
    return lastNumber
  }

  /// Registers a request.
  ///
  /// - Throws: `SNError.operationFailed` when the request is registered already or is of a foreign type.
  func add(_ request: any SNRequest, observer: any SNResultsObserving) throws(SNError) {
    guard let request = request as? SNClassifySoundRequest else {
      throw SNError(
        .operationFailed,
        "A request of type \(type(of: request)) cannot be analysed; expected SNClassifySoundRequest."
      )
    }
    lock.lock()
    defer { lock.unlock() }
    guard !entries.contains(where: { $0.request === request }) else {
      throw SNError(
        .operationFailed, "The request was added to this analyzer before; remove it first.")
    }
    lastNumber += 1
    let registration = Registration(
      identifier: Identifier(number: lastNumber), classifier: request.classifier,
      settings: request.currentSettings)
    entries.append(Entry(registration: registration, request: request, observer: observer))
  }

  /// Forgets a request; one that is not registered is ignored.
  func remove(_ request: any SNRequest) {
    lock.lock()
    defer { lock.unlock() }
    for entry in entries where entry.request === request { Self.endResults(of: entry) }
    entries.removeAll { $0.request === request }
  }

  /// Forgets all requests.
  func removeAll() {
    lock.lock()
    defer { lock.unlock() }
    for entry in entries { Self.endResults(of: entry) }
    entries.removeAll()
  }

  deinit { for entry in entries { Self.endResults(of: entry) } }

  /// Lets a task go on that awaits results, for none will follow.
  private static func endResults(of entry: Entry) {
    (entry.observer as? ResultQueue)?.requestDidEnd()
  }

  /// What is registered, in order of adding.
  var registrations: [Registration] {
    lock.lock()
    defer { lock.unlock() }
    return entries.map(\.registration)
  }

  /// Whether a registration still stands.
  func contains(_ identifier: Identifier) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return index(of: identifier) != nil
  }

  /// Whether a registration has an observer that lives.
  func isObserved(_ identifier: Identifier) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return index(of: identifier).map { entries[$0].observer != nil } ?? false
  }

  /// Where a registration stands; a plain loop, for it runs for each buffer of a stream.
  private func index(of identifier: Identifier) -> Int? {
    for index in entries.indices where entries[index].registration.identifier == identifier {
      return index
    }
    return nil
  }

  /// Whether nothing is registered.
  var isEmpty: Bool {
    lock.lock()
    defer { lock.unlock() }
    return entries.isEmpty
  }

  /// Calls the observer of a registration, unless it was removed or its observer is gone.
  func notify(
    _ identifier: Identifier, _ call: (SNClassifySoundRequest, any SNResultsObserving) -> Void
  ) {
    lock.lock()
    defer { lock.unlock() }
    guard let entry = entries.first(where: { $0.registration.identifier == identifier }) else {
      return
    }
    guard let observer = entry.observer else { return }
    call(entry.request, observer)
  }
}
