/// A copy whose every axis reads the source at positions of a table.
struct IndexedCopy {
  /// The source's shape.
  private let shape: [Int]
  /// For every axis, the source's index at each position of the result.
  private let maps: [[Int]]

  init(from shape: [Int], maps: [[Int]]) {
    self.shape = shape
    self.maps = maps
  }

  /// Adds the copy to a plan: a loop over lines along the last axis.
  func add(from source: Int, to destination: Int, in builder: PlanBuilder) {
    guard let columns = maps.last else {
      builder.addLoop([source, destination]) { $0[1][0] = $0[0][0] }
      return
    }
    // Where each line of the result starts in the source.
    let strides = rowMajorStrides(of: shape)
    var starts = [0]
    for (axis, map) in maps.dropLast().enumerated() {
      starts = starts.flatMap { start in map.map { start + $0 * strides[axis] } }
    }
    let lines = starts
    builder.addLoop([source, destination]) { regions in
      var position = 0
      for line in lines.indices {
        for column in columns.indices {
          regions[1][position] = regions[0][lines[line] + columns[column]]
          position += 1
        }
      }
    }
  }
}
