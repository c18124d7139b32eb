/// Walks up to four operands of one shape, each with its own strides, run by run.
///
/// Neighbouring axes that all operands store without gaps are joined, so that the runs along the
/// last axis are long.
struct StridedLoop {
  /// What a run gets: the first element of each operand.
  typealias Offsets = InlineArray<4, Int>

  /// The lengths of the outer axes and each operand's strides along them.
  private let outer: [(length: Int, strides: Offsets)]
  private let start: Offsets
  /// The number of elements of a run.
  let runLength: Int
  /// The distance of an operand's neighbours in a run.
  let runStrides: Offsets

  /// - Parameters:
  ///   - strides: For each operand, the stride of every axis of `shape`.
  ///   - offsets: For each operand, the position of its first element.
  init(shape: [Int], strides: [[Int]], offsets: [Int] = []) {
    precondition(strides.count <= 4, "too many operands")
    var axes: [(length: Int, strides: Offsets)] = []
    for axis in shape.indices where shape[axis] != 1 {
      var steps = Offsets(repeating: 0)
      for operand in strides.indices { steps[operand] = strides[operand][axis] }
      if let last = axes.last,
        strides.indices.allSatisfy({ last.strides[$0] == steps[$0] * shape[axis] })
      {
        axes[axes.count - 1] = (last.length * shape[axis], steps)
      } else {
        axes.append((shape[axis], steps))
      }
    }
    let run = axes.popLast() ?? (1, Offsets(repeating: 0))
    outer = axes
    runLength = run.length
    runStrides = run.strides
    var start = Offsets(repeating: 0)
    for (operand, offset) in offsets.enumerated() { start[operand] = offset }
    self.start = start
  }

  /// Calls `body` with the offsets of every run in row-major order; allocates nothing.
  @inline(__always)
  func forEachRun(_ body: (Offsets) -> Void) {
    var counters = InlineArray<16, Int>(repeating: 0)
    var offsets = start
    while true {
      body(offsets)
      var axis = outer.count - 1
      while axis >= 0 {
        counters[axis] += 1
        let (length, strides) = outer[axis]
        for operand in 0..<4 { offsets[operand] += strides[operand] }
        if counters[axis] < length { break }
        for operand in 0..<4 { offsets[operand] -= length * strides[operand] }
        counters[axis] = 0
        axis -= 1
      }
      if axis < 0 { return }
    }
  }
}
