internal import NeuralNet

/// Reads support vectors, dense or sparse.
struct SupportVectors {
  private let message: Message

  init(_ message: Message) {
    self.message = message
  }

  /// The vectors, one after the other, each of `width` numbers.
  func rows(width: Int) throws(ModelFileError) -> [Double] {
    var rows: [Double] = []
    if let dense = message.message("dense_support_vectors") {
      for (index, vector) in dense.messages("vectors").enumerated() {
        let values = vector.doubles("vector")
        guard values.count == width, isFinite(values) else {
          throw failure(index, found: "\(values.count) numbers", expected: "\(width) finite ones")
        }
        rows += values
      }
      return rows
    }
    let vectors = message.message("sparse_support_vectors")?.messages("vectors") ?? []
    guard elementCount(of: [vectors.count, width]) != nil else {
      throw ModelFileError(
        .invalid, found: "\(vectors.count) vectors of \(width) numbers",
        expected: "at most \(maximumElementCount) numbers")
    }
    rows = [Double](repeating: 0, count: vectors.count * width)
    for (index, vector) in vectors.enumerated() {
      for node in vector.messages("nodes") {
        let position = node.integer("index")
        let value = node.double("value")
        guard (1...width).contains(position), value.isFinite else {
          throw failure(
            index, found: "\(value) at position \(position)",
            expected: "a finite number at 1 to \(width)")
        }
        rows[index * width + position - 1] = value
      }
    }
    return rows
  }

  private func failure(_ index: Int, found: String, expected: String) -> ModelFileError {
    ModelFileError(.invalid, at: "support vector \(index)", found: found, expected: expected)
  }
}
