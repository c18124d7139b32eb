public import Foundation

/// Brings live sound to the taps of its nodes.
///
/// Sound comes in through ``inputNode`` and is heard by taps, on that node or on those that it is
/// connected to. Nothing is played.
///
/// `@unchecked Sendable`: `state` is only touched with `lock` held.
open class AVAudioEngine: NSObject, @unchecked Sendable {
  private struct State {
    var inputNode: AVAudioInputNode?
    var outputNode: AVAudioOutputNode?
    var mainMixerNode: AVAudioMixerNode?
    var graph = NodeGraph()
    var device: AudioInputDevice?
    var session: CaptureSession?
    var isRunning = false
    var format: AVAudioFormat?
    var failure: (any Error)?

    /// Where the sound of a resumed engine goes on, by the host's clock.
    var startTime: UInt64?
  }

  /// What stands for the format of a microphone that is not there.
  static let noFormat = AVAudioFormat(AudioStreamBasicDescription(), channelLayout: nil)

  private let system: any CaptureSystem
  private let lock = NSRecursiveLock()
  private var state = State()

  /// Makes an engine without nodes.
  public override convenience init() {
    self.init(system: DeviceSystem())
  }

  /// Makes an engine that takes its microphones from somewhere else.
  package init(system: any CaptureSystem) {
    self.system = system
  }

  deinit { state.session?.stop() }

  private func withState<R>(_ body: (inout State) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  private func node<Node: AVAudioNode>(
    _ place: WritableKeyPath<State, Node?>, orNew new: @autoclosure () -> Node
  ) -> Node {
    withState { state in
      let node = state[keyPath: place] ?? new()
      node.engine = self
      state[keyPath: place] = node
      return node
    }
  }

  /// The microphone, made at first use.
  public var inputNode: AVAudioInputNode { node(\.inputNode, orNew: AVAudioInputNode()) }

  /// The loudspeaker, made at first use; nothing is played.
  public var outputNode: AVAudioOutputNode { node(\.outputNode, orNew: AVAudioOutputNode()) }

  /// A mixer, made at first use.
  public var mainMixerNode: AVAudioMixerNode { node(\.mainMixerNode, orNew: AVAudioMixerNode()) }

  /// Whether the engine was started and neither paused nor stopped since, nor lost its microphone.
  public var isRunning: Bool { withState { $0.isRunning } }

  /// Why the engine stopped by itself; nil while it runs, and where it was told to stop. Ours.
  public var failure: (any Error)? { withState { $0.failure } }

  /// Does nothing; there is nothing to prepare.
  public func prepare() {}

  /// Opens the microphone, where ``inputNode`` was used, and brings its sound to the taps.
  ///
  /// An engine that runs goes on. When the microphone goes away, the engine stops, says why in
  /// ``failure`` and posts `AVAudioEngineConfigurationChange`; it can be started again.
  ///
  /// - Throws: an error of the domain "com.apple.coreaudio.avfaudio" that says which device was
  ///   tried and why it cannot be listened to.
  public func start() throws {
    do {
      try withState { state in try start(&state) }
    } catch let error as CaptureError {
      throw error.asNSError
    }
  }

  private func start(_ state: inout State) throws {
    guard !state.isRunning else { return }
    state.failure = nil
    guard let input = state.inputNode else {
      state.isRunning = true
      return
    }
    let source = try system.open(state.device)
    let format = try Self.format(of: source)
    let now = AVAudioTime.currentHostTime()
    let start = state.startTime ?? now
    state.startTime = start
    state.format = format
    let elapsed = (Double(now) - Double(start)) / 1e9
    state.session = makeSession(
      source, format: format, firstPosition: Int64(elapsed * source.sampleRate),
      slots: state.graph.slots(fedBy: input))
    state.isRunning = true
  }

  /// Closes the microphone; `start` goes on with the time that has passed.
  public func pause() { close(forgettingTime: false) }

  /// Closes the microphone; when this returns, no tap is called any more.
  public func stop() { close(forgettingTime: true) }

  /// Does nothing while nothing is played.
  public func reset() {}

  private func close(forgettingTime: Bool) {
    let ended = withState { state -> (session: CaptureSession, slots: SlotList)? in
      state.isRunning = false
      if forgettingTime { state.startTime = nil }
      guard let session = state.session, let input = state.inputNode else { return nil }
      state.session = nil
      return (session, state.graph.slots(fedBy: input))
    }
    guard let ended else { return }
    ended.session.stop()
    for slot in ended.slots.values { slot.end() }
  }

  private func makeSession(
    _ source: any CaptureSource, format: AVAudioFormat, firstPosition: Int64, slots: SlotList
  ) -> CaptureSession {
    CaptureSession(source, firstPosition: firstPosition) { sound in
      for slot in slots.values { slot.deliver(sound, deviceFormat: format) }
    } fail: { [weak self] error in
      for slot in slots.values { slot.end() }
      self?.lose(error)
    }
  }

  /// The microphone is gone.
  private func lose(_ error: CaptureError) {
    withState { state in
      state.session = nil
      state.isRunning = false
      state.startTime = nil
      state.format = nil
      state.failure = error.asNSError
    }
    NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
  }
}

extension AVAudioEngine {
  var chosenDevice: AudioInputDevice? {
    get { withState { $0.device } }
    set {
      withState { state in
        state.device = newValue
        if !state.isRunning { state.format = nil }
      }
    }
  }

  /// The microphone's format for nodes that get its sound; asks the device where nobody has yet.
  func format(of node: AVAudioNode) -> AVAudioFormat {
    withState { state in
      guard let input = state.inputNode, state.graph.isFed(node, by: input) else {
        return Self.noFormat
      }
      if let format = state.format { return format }
      guard let source = try? system.open(state.device), let format = try? Self.format(of: source)
      else { return Self.noFormat }
      state.format = format
      return format
    }
  }

  private static func format(of source: any CaptureSource) throws(CaptureError) -> AVAudioFormat {
    guard
      let format = AVAudioFormat(
        .pcmFormatFloat32, sampleRate: source.sampleRate,
        channelCount: AVAudioChannelCount(source.channelCount), isInterleaved: false,
        channelLayout: nil)
    else {
      throw CaptureError(
        .unsupportedFormat, device: "the microphone",
        found: "\(source.sampleRate) Hz, \(source.channelCount) channels")
    }
    return format
  }

  /// Adds a node to the engine.
  public func attach(_ node: AVAudioNode) { node.engine = self }

  /// Removes a node and its connections from the engine.
  public func detach(_ node: AVAudioNode) {
    changeGraph { $0.disconnect(node) }
    node.engine = nil
  }

  /// Brings the sound of one node to another, from where a tap can have it.
  ///
  /// - Parameters:
  ///   - node1: where the sound comes from.
  ///   - node2: where it goes.
  ///   - format: taken for programs that give one; the sound keeps the microphone's.
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    changeGraph { $0.connect(node1, to: node2) }
  }

  /// Brings the sound of one node's bus 0 to another's.
  public func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus,
    toBus bus2: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    connect(node1, to: node2, format: format)
  }

  /// Ends the connections that bring sound to a node.
  public func disconnectNodeInput(_ node: AVAudioNode) {
    changeGraph { $0.disconnectInput(of: node) }
  }

  /// Ends the connections that take sound from a node.
  public func disconnectNodeOutput(_ node: AVAudioNode) {
    changeGraph { $0.disconnectOutput(of: node) }
  }

  private func changeGraph(_ change: (inout NodeGraph) -> Void) {
    withState { change(&$0.graph) }
  }
}

extension NSNotification.Name {
  /// Posted by an engine whose microphone has gone away.
  public static let AVAudioEngineConfigurationChange = NSNotification.Name(
    "AVAudioEngineConfigurationChangeNotification")
}
