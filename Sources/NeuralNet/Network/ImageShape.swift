/// A shape read as images: the last three axes, and all before them folded into a batch.
struct ImageShape: Equatable {
  /// The axes before the last three.
  var leading: [Int]
  var channels: Int
  var height: Int
  var width: Int

  /// Reads a shape; axes that are missing count as 1 (a vector is one row of one channel).
  init(folding shape: [Int]) {
    let padded = [Int](repeating: 1, count: max(0, 3 - shape.count)) + shape
    leading = Array(padded.dropLast(3))
    channels = padded[padded.count - 3]
    height = padded[padded.count - 2]
    width = padded[padded.count - 1]
  }

  var batch: Int { leading.reduce(1, *) }
  /// (batch, channels, height, width)
  var shape: [Int] { [batch, channels, height, width] }

  /// The unfolded shape with other channels, height and width.
  func with(channels: Int, height: Int, width: Int) -> [Int] {
    leading + [channels, height, width]
  }
}
