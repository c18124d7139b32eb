import TestSupport
import Testing

@testable import SoundAnalysis

@Suite struct RowHistoryTests {
  @Test func rowsKeepTheirNumberWhateverIsDropped() {
    var history = RowHistory(valuesPerRow: 2)
    var generator = SeededGenerator(seed: 1)
    var oldest = 0
    for _ in 0..<500 {
      let start = history.endRow
      let count = Int.random(in: 0..<9, using: &generator)
      history.append((start..<(start + count)).flatMap { [Float($0), -Float($0)] }[...])
      oldest = max(oldest, history.endRow - Int.random(in: 0..<20, using: &generator))
      history.discard(before: oldest)
      #expect(history.firstRow == min(oldest, history.endRow))
      let held = history.firstRow..<history.endRow
      history.withRows(held) { rows in
        for (index, row) in held.enumerated() {
          #expect(rows[index * 2] == Float(row) && rows[index * 2 + 1] == -Float(row))
        }
      }
    }
  }

  @Test func aSteadyStreamAllocatesNothing() {
    var history = RowHistory(valuesPerRow: 64)
    let rows = [Float](repeating: 1, count: 640)
    func step() {
      history.append(rows[...])
      history.discard(before: history.endRow - 300)
    }
    for _ in 0..<200 { step() }
    guard AllocationCounter.isActive else { return }
    #expect(AllocationCounter.count { for _ in 0..<500 { step() } } == 0)
  }
}
