internal import COneDNN

extension Primitive {
  /// A convolution, or its transpose, in layouts of oneDNN's choice; nil if oneDNN has none.
  static func convolution(
    _ operation: osa_image_operation, isTransposed: Bool, post: [PostOperation]
  ) -> Primitive? {
    let post = post.map(\.raw)
    let create = unsafe isTransposed ? osa_deconvolution_create : osa_convolution_create
    return unsafe withUnsafePointer(to: operation) {
      unsafe Primitive(adopting: create($0, post, Int32(post.count)))
    }
  }

  /// A pooling that reads the given layout; nil if oneDNN has none.
  static func pooling(
    _ operation: osa_image_operation, kind: osa_pooling, source: Layout
  ) -> Primitive? {
    unsafe withUnsafePointer(to: operation) {
      unsafe Primitive(adopting: osa_pooling_create($0, kind, source.handle))
    }
  }

  /// (rows, inputs) times (outputs, inputs), both row-major but for the weights.
  static func dense(
    rows: Int, inputs: Int, outputs: Int, hasBias: Bool, post: [PostOperation]
  ) -> Primitive? {
    let post = post.map(\.raw)
    return unsafe Primitive(
      adopting: osa_dense_create(
        Int64(rows), Int64(inputs), Int64(outputs), hasBias, post, Int32(post.count)))
  }

  /// Products of the matrices in the last two axes.
  static func matrixMultiply(
    _ first: Layout, _ second: Layout, result: Layout
  ) -> Primitive? {
    unsafe Primitive(
      adopting: osa_matrix_multiply_create(first.handle, second.handle, result.handle))
  }

  /// A function of every number.
  static func function(
    _ function: osa_function, a: Float, b: Float, source: Layout
  ) -> Primitive? {
    unsafe Primitive(adopting: osa_function_create(source.handle, function, a, b))
  }

  static func softmax(source: Layout, axis: Int) -> Primitive? {
    unsafe Primitive(adopting: osa_softmax_create(source.handle, Int32(axis)))
  }

  /// A copy from one layout to another.
  static func reorder(from source: Layout, to destination: Layout) -> Primitive? {
    unsafe Primitive(adopting: osa_reorder_create(source.handle, destination.handle))
  }
}
