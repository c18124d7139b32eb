internal import NeuralNet

/// A value of an ML Program that is known before it runs.
struct ProgramConstant: Sendable {
  enum Content: Sendable {
    case numbers(Weights)
    /// Integers, and truth values as 0 and 1.
    case integers([Int])
    case texts([String])
  }

  let type: ElementType
  /// The length of each axis; empty for a single element.
  let shape: [Int]
  let content: Content
  /// Whether nothing but the file decides it, so that it is the same for inputs of all shapes.
  var isStored = false

  var count: Int { shape.reduce(1, *) }

  /// The memory that it takes, in numbers of single precision.
  var cost: Int {
    switch content {
    case .numbers(let weights): weights.count
    case .integers(let integers): 2 * integers.count
    case .texts(let texts): texts.reduce(4 * texts.count) { $0 + $1.utf8.count / 4 }
    }
  }

  /// The integers, in row-major order; nil for other elements.
  var integers: [Int]? {
    if case .integers(let integers) = content { integers } else { nil }
  }

  /// The elements as numbers, in row-major order; nil for texts.
  var floats: [Float]? {
    switch content {
    case .numbers(let weights): weights.scalars.array
    case .integers(let integers): integers.map { Float($0) }
    case .texts: nil
    }
  }

  /// The texts; nil for other elements.
  var texts: [String]? {
    if case .texts(let texts) = content { texts } else { nil }
  }

  /// The elements as weights; nil for texts and where there are none.
  var weights: Weights? {
    switch content {
    case .numbers(let weights): weights
    case .integers(let integers):
      integers.isEmpty ? nil : try? Weights(shape: shape, scalars: integers.map { Float($0) })
    case .texts: nil
    }
  }

  /// A constant of numbers that operations computed; integers if the type says so.
  init(_ tensor: Tensor, type: ElementType) {
    self.type = type
    shape = tensor.shape
    if type.kind == .float, let weights = try? Weights(shape: shape, scalars: tensor.scalars) {
      content = .numbers(weights)
    } else {
      content = .integers(tensor.scalars.map { Int(clampingFloat: $0) })
    }
  }

  init(type: ElementType, shape: [Int], content: Content) {
    self.type = type
    self.shape = shape
    self.content = content
  }

  /// The same elements under another type.
  func retyped(_ type: ElementType) -> ProgramConstant {
    var result = ProgramConstant(type: type, shape: shape, content: content)
    result.isStored = isStored
    return result
  }

  /// A list of integers, as the shape of a value.
  init(integers: [Int]) {
    self.init(type: .int32, shape: [integers.count], content: .integers(integers))
  }
}
