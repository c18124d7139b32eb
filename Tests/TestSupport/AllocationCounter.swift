private import CTestSupport

/// Counts the allocations that a piece of work makes on the calling thread.
package enum AllocationCounter {
  /// Whether allocations are counted; false under a sanitizer.
  package static var isActive: Bool { allocation_counter_is_active() != 0 }

  /// The number of allocator calls that `work` makes on this thread.
  package static func count(_ work: () throws -> Void) rethrows -> Int {
    let before = allocation_counter_this_thread()
    try work()
    return Int(allocation_counter_this_thread() - before)
  }
}
