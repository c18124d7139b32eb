import Foundation
import Synchronization

/// The progress of a file analyzer, which cancels the analysis before `cancel` returns.
///
/// Foundation calls a cancellation handler later, on another thread; a short analysis could end before.
final class AnalysisProgress: Progress, @unchecked Sendable {
  private let canceller = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets what cancels the analysis.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    canceller.withLock { $0 = action }
  }

  override func cancel() {
    super.cancel()
    canceller.withLock { $0 }?()
  }
}
