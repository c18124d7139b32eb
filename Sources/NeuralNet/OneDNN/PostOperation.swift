internal import COneDNN

/// What a primitive does to its result before it stores it.
enum PostOperation {
  /// Adds what the destination held before.
  case sum
  case function(osa_function, a: Float, b: Float)

  /// The form that the C side takes.
  var raw: osa_post_operation {
    switch self {
    case .sum: osa_post_operation(is_sum: true, function: OSA_LINEAR, a: 1, b: 0)
    case .function(let function, let a, let b):
      osa_post_operation(is_sum: false, function: function, a: a, b: b)
    }
  }
}
