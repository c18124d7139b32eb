private import CSoup

/// The main loop that all sockets live on; other threads hand work to it.
///
/// `@unchecked Sendable`: the two handles are set once, and GLib allows `g_main_context_invoke` and
/// `g_main_loop_quit` from any thread.
@safe final class EventLoop: @unchecked Sendable {
  private let context: OpaquePointer
  private let loop: OpaquePointer

  init() {
    unsafe context = g_main_context_new()
    unsafe loop = g_main_loop_new(context, 0)
  }

  deinit {
    unsafe g_main_loop_unref(loop)
    unsafe g_main_context_unref(context)
  }

  /// Runs until `stop`; GLib objects that the body makes belong to this loop.
  ///
  /// - Throws: what the body throws; then it does not run.
  func run<Failure: Error>(preparing body: () throws(Failure) -> Void) throws(Failure) {
    unsafe g_main_context_push_thread_default(context)
    defer { unsafe g_main_context_pop_thread_default(context) }
    try body()
    unsafe g_main_loop_run(loop)
  }

  /// Ends `run`, from any thread; before it has begun, ends it as soon as it begins.
  func stop() {
    post { [self] in unsafe g_main_loop_quit(loop) }
  }

  /// Handles what is ready, without waiting; for the loop's own thread, after `run` has ended.
  func drain() {
    while unsafe g_main_context_iteration(context, 0) != 0 {}
  }

  /// Runs a piece of work on the loop's thread, in order.
  func post(_ work: @escaping @Sendable () -> Void) {
    after(milliseconds: 0, work)
  }

  /// Runs a piece of work on the loop's thread once a time has passed.
  func after(milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
    let source =
      unsafe milliseconds == 0
      ? g_idle_source_new()
      : g_timeout_source_new(
        UInt32(milliseconds))
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    unsafe attach(source, Work(repeats: false, work))
  }

  /// Runs a piece of work on the loop's thread again and again, for as long as the loop lives.
  func every(milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
    unsafe attach(g_timeout_source_new(UInt32(milliseconds)), Work(repeats: true, work))
  }

  /// Runs a piece of work on the loop's thread when the process gets a signal.
  func onSignal(_ number: Int32, _ work: @escaping @Sendable () -> Void) {
    unsafe attach(g_unix_signal_source_new(number), Work(repeats: true, work))
  }

  private func attach(_ source: UnsafeMutablePointer<GSource>?, _ work: Work) {
    unsafe g_source_set_callback(
      source,
      { data in
        guard let data = unsafe data else { return 0 }
        let work = unsafe Unmanaged<Work>.fromOpaque(data).takeUnretainedValue()
        work.run()
        return work.repeats ? 1 : 0
      },
      Unmanaged.passRetained(work).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Work>.fromOpaque(data).release() }
      })
    unsafe g_source_attach(source, context)
    unsafe g_source_unref(source)
  }
}

private final class Work: Sendable {
  let repeats: Bool
  let run: @Sendable () -> Void

  init(repeats: Bool, _ run: @escaping @Sendable () -> Void) {
    self.repeats = repeats
    self.run = run
  }
}
