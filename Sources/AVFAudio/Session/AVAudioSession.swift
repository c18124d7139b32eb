public import Foundation
private import Synchronization

/// The audio session of an app, which here allows everything and changes nothing.
public final class AVAudioSession: NSObject, Sendable {
  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var preferredSampleRate = 0.0
  }

  private static let session = AVAudioSession()
  private let state = Mutex(State())

  private override init() {}

  /// The session of the process.
  public class func sharedInstance() -> AVAudioSession { session }

  /// The category that was set last.
  public var category: Category { state.withLock { $0.category } }

  /// The mode that was set last.
  public var mode: Mode { state.withLock { $0.mode } }

  /// The options that were set last.
  public var categoryOptions: CategoryOptions { state.withLock { $0.options } }

  /// The rate that microphones are asked for, in Hz.
  public var sampleRate: Double { 48_000 }

  /// The rate that was asked for last, in Hz; 0 if none was. It changes nothing.
  public var preferredSampleRate: Double { state.withLock { $0.preferredSampleRate } }

  /// Keeps the category, which changes nothing.
  public func setCategory(_ category: Category) throws {
    state.withLock { $0.category = category }
  }

  /// Keeps category and options, which change nothing.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    state.withLock { state in
      state.category = category
      state.options = options
    }
  }

  /// Keeps category, mode and options, which change nothing.
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {
    state.withLock { state in
      state.category = category
      state.mode = mode
      state.options = options
    }
  }

  /// Keeps the mode, which changes nothing.
  public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

  /// Keeps the rate, which changes nothing.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    state.withLock { $0.preferredSampleRate = sampleRate }
  }

  /// Does nothing; the session is always active.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

  /// What the user said when asked for the microphone: always yes.
  public var recordPermission: RecordPermission { .granted }

  /// Asks the user for the microphone; the answer is always yes.
  ///
  /// - Parameter response: is called at once, on the calling thread.
  public func requestRecordPermission(_ response: @escaping (Bool) -> Void) { response(true) }
}
