private import COneDNN

/// Weights copied once into the layout that a primitive wants; never changed afterwards.
// @unchecked: the memory is written in init alone and only read afterwards.
final class PackedWeights: @unchecked Sendable {
  /// How the weights lay before.
  let source: Layout
  let layout: Layout
  let memory: Memory

  /// Copies `scalars`, which lie as `source` says, into `layout`.
  init?(_ scalars: WeightScalars, as source: Layout, into layout: Layout) {
    guard let memory = Memory(byteCount: layout.byteCount) else { return nil }
    self.source = source
    self.layout = layout
    self.memory = memory
    if source == layout {
      memory.floats(at: 0, count: scalars.count).copy(from: scalars)
      return
    }
    guard let plain = Memory(byteCount: scalars.count * 4), let stream = Stream(),
      let reorder = Primitive.reorder(from: source, to: layout)
    else { return nil }
    plain.floats(at: 0, count: scalars.count).copy(from: scalars)
    reorder.bind(OSA_SOURCE, to: plain, at: 0)
    reorder.bind(OSA_DESTINATION, to: memory, at: 0)
    if let scratch = reorder.layout(of: OSA_SCRATCHPAD) {
      guard let scratchMemory = Memory(byteCount: scratch.byteCount) else { return nil }
      reorder.bind(OSA_SCRATCHPAD, to: scratchMemory, at: 0)
      stream.run(PrimitiveSequence(reorder))
      return
    }
    stream.run(PrimitiveSequence(reorder))
  }
}
