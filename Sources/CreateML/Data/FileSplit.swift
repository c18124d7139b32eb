/// Which files are learned from and which ones validate.
struct FileSplit {
  /// The places of the files that are learned from, in their order.
  private(set) var training: [Int] = []

  /// The places of those that validate, in their order.
  private(set) var validation: [Int] = []

  /// The share of files that validate where nobody says.
  private static let usualRatio = 0.2

  /// Divides each label's files.
  ///
  /// - Parameter labels: the label of each file.
  init(_ labels: [Int], _ strategy: MLSplitStrategy) {
    let (ratio, seed) =
      switch strategy {
      case .automatic: (Self.usualRatio, 0)
      case .fixed(let ratio, let seed): (ratio, seed ?? 0)
      }
    var generator = SeededGenerator(seed: seed)
    for label in Set(labels).sorted() {
      let files = generator.shuffled(labels.indices.filter { labels[$0] == label })
      let count = min(files.count - 1, Int((Double(files.count) * ratio).rounded()))
      validation += files.prefix(count)
      training += files.dropFirst(count)
    }
    validation.sort()
    training.sort()
  }
}
