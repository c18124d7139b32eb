private import Synchronization

/// Which nodes get the sound of which.
struct NodeGraph {
  private struct Edge {
    let source: AVAudioNode
    let target: AVAudioNode
  }

  private var edges: [Edge] = []

  /// The slots that each input node feeds; the same object, so that a running engine sees changes.
  private let list = SlotList()

  mutating func connect(_ source: AVAudioNode, to target: AVAudioNode) {
    guard !edges.contains(where: { $0.source === source && $0.target === target }) else { return }
    edges.append(Edge(source: source, target: target))
    renew()
  }

  mutating func disconnectInput(of node: AVAudioNode) {
    edges.removeAll { $0.target === node }
    renew()
  }

  mutating func disconnectOutput(of node: AVAudioNode) {
    edges.removeAll { $0.source === node }
    renew()
  }

  mutating func disconnect(_ node: AVAudioNode) {
    edges.removeAll { $0.source === node || $0.target === node }
    renew()
  }

  /// Whether a node is the input or gets its sound.
  func isFed(_ node: AVAudioNode, by input: AVAudioNode) -> Bool {
    nodes(fedBy: input).contains { $0 === node }
  }

  /// The slots of the input and of all nodes that get its sound, kept up to date.
  func slots(fedBy input: AVAudioInputNode) -> SlotList {
    list.input = input
    renew()
    return list
  }

  private func renew() {
    guard let input = list.input else { return }
    list.values = nodes(fedBy: input).map(\.slot)
  }

  private func nodes(fedBy input: AVAudioNode) -> [AVAudioNode] {
    var found = [input]
    var index = 0
    while index < found.count {
      for edge in edges where edge.source === found[index] {
        if !found.contains(where: { $0 === edge.target }) { found.append(edge.target) }
      }
      index += 1
    }
    return found
  }
}

/// The taps that get the microphone's sound.
final class SlotList: Sendable {
  private let content = Mutex<(input: Weak, values: [TapSlot])>((Weak(), []))

  private struct Weak: Sendable {
    weak var node: AVAudioInputNode?
  }

  /// The node from which the sound comes.
  var input: AVAudioInputNode? {
    get { content.withLock { $0.input.node } }
    set { content.withLock { $0.input = Weak(node: newValue) } }
  }

  /// The slots.
  var values: [TapSlot] {
    get { content.withLock { $0.values } }
    set { content.withLock { $0.values = newValue } }
  }
}
