private import CTiles

/// A matrix of weights, split and packed once as the tile unit reads it; never changed afterwards.
// @unchecked: the memory is written in init alone and only read afterwards.
@safe final class TileWeights: @unchecked Sendable {
  private let memory: Memory

  /// Packs a matrix (outputs, inputs), or returns nil if memory ran out.
  init?(_ scalars: WeightScalars, outputs: Int, inputs: Int) {
    precondition(scalars.count == outputs * inputs, "the weights are no such matrix")
    let byteCount = osa_tiles_weights_byte_count(Int64(outputs), Int64(inputs))
    guard let memory = Memory(byteCount: byteCount) else { return nil }
    scalars.withSpan { span in
      unsafe span.withUnsafeBufferPointer {
        unsafe osa_tiles_pack($0.baseAddress, Int64(outputs), Int64(inputs), memory.base)
      }
    }
    self.memory = memory
  }

  /// Where the packed numbers begin; they live as long as this object.
  var base: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.base) }
}
