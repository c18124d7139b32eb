internal import NeuralNet

extension OperationReader {
  /// What turns an operation into values.
  typealias Reader = @Sendable (OperationReader) throws(ModelFileError) -> [ProgramValue]

  /// The operations that can be run, by the names of the format.
  static let readers: [String: Reader] =
    functions.merging(combinations) { first, _ in first }.merging(others) { first, _ in first }

  /// Functions of every number of `x`.
  private static let functions: [String: Reader] = [
    "relu": { read throws(ModelFileError) in try read.map(Activation(.relu)) },
    "relu6": { read throws(ModelFileError) in
      try read.map(Activation(.clip(minimum: 0, maximum: 6)))
    },
    "leaky_relu": { read throws(ModelFileError) in
      try read.map(Activation(.leakyReLU(alpha: try read.number("alpha", default: 0.01))))
    },
    "thresholded_relu": { read throws(ModelFileError) in
      try read.map(Activation(.thresholdedReLU(alpha: try read.number("alpha", default: 1))))
    },
    "clamped_relu": { read throws(ModelFileError) in
      try read.map(
        Activation(
          .clampedReLU(alpha: try read.number("alpha"), maximum: try read.number("beta"))))
    },
    "prelu": { read throws(ModelFileError) in try read.parametricReLU() },
    "elu": { read throws(ModelFileError) in
      try read.map(Activation(.elu(alpha: try read.number("alpha", default: 1))))
    },
    "gelu": { read throws(ModelFileError) in try read.gelu() },
    "silu": { read throws(ModelFileError) in try read.map(Activation(.silu)) },
    "sigmoid": { read throws(ModelFileError) in try read.map(Activation(.sigmoid)) },
    "sigmoid_hard": { read throws(ModelFileError) in
      try read.map(
        Activation(
          .sigmoidHard(
            alpha: try read.number("alpha", default: 0.2),
            beta: try read.number("beta", default: 0.5))))
    },
    "softplus": { read throws(ModelFileError) in try read.map(Activation(.softplus)) },
    "softplus_parametric": { read throws(ModelFileError) in try read.parametricSoftplus() },
    "softsign": { read throws(ModelFileError) in try read.map(Activation(.softsign)) },
    "tanh": { read throws(ModelFileError) in try read.map(Activation(.tanh)) },
    "scaled_tanh": { read throws(ModelFileError) in
      try read.map(
        Activation(
          .scaledTanh(
            alpha: try read.number("alpha", default: 1), beta: try read.number("beta", default: 1)))
      )
    },
    "linear_activation": { read throws(ModelFileError) in
      try read.map(
        Activation(
          .linear(alpha: try read.number("alpha"), beta: try read.number("beta", default: 0))))
    },
    "clip": { read throws(ModelFileError) in
      try read.map(
        Activation(
          .clip(
            minimum: try read.number("alpha", default: -.greatestFiniteMagnitude),
            maximum: try read.number("beta", default: .greatestFiniteMagnitude))))
    },
    "threshold": { read throws(ModelFileError) in
      try read.map(Unary(.threshold(minimum: try read.number("alpha"))))
    },
    "softmax": { read throws(ModelFileError) in
      try read.map(Softmax(axis: try read.integer("axis", default: -1)))
    },
    "abs": { read throws(ModelFileError) in try read.map(Unary(.absolute)) },
    "ceil": { read throws(ModelFileError) in try read.map(Unary(.ceiling)) },
    "cos": { read throws(ModelFileError) in try read.map(Unary(.cosine)) },
    "erf": { read throws(ModelFileError) in try read.map(Unary(.erf)) },
    "exp": { read throws(ModelFileError) in try read.map(Unary(.exp)) },
    "exp2": { read throws(ModelFileError) in try read.map(Unary(.exp2)) },
    "floor": { read throws(ModelFileError) in try read.map(Unary(.floor)) },
    "inverse": { read throws(ModelFileError) in
      try read.map(Unary(.inverse(epsilon: try read.number("epsilon", default: 1e-4))))
    },
    "log": { read throws(ModelFileError) in
      try read.map(
        Unary(.log(epsilon: try read.number("epsilon", default: .leastNonzeroMagnitude))))
    },
    "logical_not": { read throws(ModelFileError) in try read.map(Unary(.logicalNot)) },
    "round": { read throws(ModelFileError) in try read.map(Unary(.round)) },
    "rsqrt": { read throws(ModelFileError) in
      try read.map(
        Unary(.reciprocalSquareRoot(epsilon: try read.number("epsilon", default: 1e-12))))
    },
    "sign": { read throws(ModelFileError) in try read.map(Unary(.sign)) },
    "sin": { read throws(ModelFileError) in try read.map(Unary(.sine)) },
    "sqrt": { read throws(ModelFileError) in try read.map(Unary(.squareRoot)) },
    "square": { read throws(ModelFileError) in try read.map(Unary(.square)) },
    "cast": { read throws(ModelFileError) in try read.cast() },
    "identity": { read throws(ModelFileError) in [try read.input()] },
  ]

  /// Functions of pairs of numbers, and reductions.
  private static let combinations: [String: Reader] = [
    "add": { read throws(ModelFileError) in try read.combine(.add) },
    "sub": { read throws(ModelFileError) in try read.combine(.subtract) },
    "mul": { read throws(ModelFileError) in try read.combine(.multiply) },
    "real_div": { read throws(ModelFileError) in try read.combine(.divide) },
    "floor_div": { read throws(ModelFileError) in try read.combine(.floorDivide) },
    "mod": { read throws(ModelFileError) in try read.combine(.modulo) },
    "pow": { read throws(ModelFileError) in try read.power() },
    "maximum": { read throws(ModelFileError) in try read.combine(.maximum) },
    "minimum": { read throws(ModelFileError) in try read.combine(.minimum) },
    "equal": { read throws(ModelFileError) in try read.combine(.equal) },
    "not_equal": { read throws(ModelFileError) in try read.combine(.notEqual) },
    "less": { read throws(ModelFileError) in try read.combine(.less) },
    "less_equal": { read throws(ModelFileError) in try read.combine(.lessOrEqual) },
    "greater": { read throws(ModelFileError) in try read.combine(.greater) },
    "greater_equal": { read throws(ModelFileError) in try read.combine(.greaterOrEqual) },
    "logical_and": { read throws(ModelFileError) in try read.combine(.logicalAnd) },
    "logical_or": { read throws(ModelFileError) in try read.combine(.logicalOr) },
    "logical_xor": { read throws(ModelFileError) in try read.combine(.logicalXor) },
    "select": { read throws(ModelFileError) in
      try read.emit(Select(), [try read.input("cond"), try read.input("a"), try read.input("b")])
    },
    "reduce_sum": { read throws(ModelFileError) in try read.reduce(.sum) },
    "reduce_mean": { read throws(ModelFileError) in try read.reduce(.mean) },
    "reduce_max": { read throws(ModelFileError) in try read.reduce(.maximum) },
    "reduce_min": { read throws(ModelFileError) in try read.reduce(.minimum) },
    "reduce_prod": { read throws(ModelFileError) in try read.reduce(.product) },
    "reduce_sum_square": { read throws(ModelFileError) in try read.reduce(.sumOfSquares) },
    "reduce_l1_norm": { read throws(ModelFileError) in try read.reduce(.l1) },
    "reduce_l2_norm": { read throws(ModelFileError) in try read.reduce(.l2) },
    "reduce_log_sum_exp": { read throws(ModelFileError) in try read.reduce(.logSumExp) },
    "reduce_log_sum": { read throws(ModelFileError) in try read.logOfSum() },
    "reduce_argmax": { read throws(ModelFileError) in try read.findIndex(.argMaximum) },
    "reduce_argmin": { read throws(ModelFileError) in try read.findIndex(.argMinimum) },
    "cumsum": { read throws(ModelFileError) in
      try read.map(
        CumulativeSum(
          axis: try read.integer("axis", default: 0), isExclusive: try read.flag("exclusive"),
          isReversed: try read.flag("reverse")))
    },
  ]

  private static let others: [String: Reader] = [
    "conv": { read throws(ModelFileError) in try read.convolution() },
    "conv_transpose": { read throws(ModelFileError) in try read.transposedConvolution() },
    "max_pool": { read throws(ModelFileError) in try read.pooling(.maximum) },
    "avg_pool": { read throws(ModelFileError) in
      try read.pooling(.average(excludesPadding: try read.flag("exclude_padding_from_average")))
    },
    "l2_pool": { read throws(ModelFileError) in try read.pooling(.l2) },
    "linear": { read throws(ModelFileError) in try read.linear() },
    "matmul": { read throws(ModelFileError) in try read.matrixMultiply() },
    "scaled_dot_product_attention": { read throws(ModelFileError) in try read.attention() },
    "batch_norm": { read throws(ModelFileError) in try read.batchNormalization() },
    "instance_norm": { read throws(ModelFileError) in try read.instanceNormalization() },
    "layer_norm": { read throws(ModelFileError) in try read.layerNormalization() },
    "l2_norm": { read throws(ModelFileError) in try read.l2Normalization() },
    "local_response_norm": { read throws(ModelFileError) in
      try read.localResponseNormalization()
    },
    "lstm": { read throws(ModelFileError) in try read.longShortTermMemory() },
    "gru": { read throws(ModelFileError) in try read.gatedRecurrentUnit() },
    "rnn": { read throws(ModelFileError) in try read.simpleRecurrent() },
    "shape": { read throws(ModelFileError) in
      [.constant(ProgramConstant(integers: try read.input().shape))]
    },
    "reshape": { read throws(ModelFileError) in
      try read.map(Reshape(shape: try read.integers("shape")))
    },
    "reshape_like": { read throws(ModelFileError) in try read.reshapeLike() },
    "expand_dims": { read throws(ModelFileError) in
      try read.map(ExpandDimensions(axes: try read.integers("axes")))
    },
    "squeeze": { read throws(ModelFileError) in try read.squeeze() },
    "transpose": { read throws(ModelFileError) in
      try read.map(Transpose(axes: try read.integers("perm")))
    },
    "flatten2d": { read throws(ModelFileError) in
      try read.map(FlattenTo2D(axis: try read.integer("axis", default: 1)))
    },
    "concat": { read throws(ModelFileError) in
      try read.emit(
        Concatenate(axis: try read.integer("axis"), interleaves: try read.flag("interleave")),
        try read.list("values"))
    },
    "stack": { read throws(ModelFileError) in
      try read.emit(Stack(axis: try read.integer("axis")), try read.list("values"))
    },
    "split": { read throws(ModelFileError) in try read.split() },
    "slice_by_index": { read throws(ModelFileError) in try read.sliceByIndex() },
    "slice_by_size": { read throws(ModelFileError) in try read.sliceBySize() },
    "crop": { read throws(ModelFileError) in try read.crop() },
    "reverse": { read throws(ModelFileError) in try read.reverse() },
    "pad": { read throws(ModelFileError) in try read.pad() },
    "tile": { read throws(ModelFileError) in
      try read.map(Tile(repeats: try read.integers("reps")))
    },
    "gather": { read throws(ModelFileError) in try read.gather() },
    "gather_along_axis": { read throws(ModelFileError) in
      try read.emit(
        GatherAlongAxis(axis: try read.integer("axis", default: 0)),
        [try read.input(), try read.input("indices")])
    },
    "scatter": { read throws(ModelFileError) in try read.scatter() },
    "sliding_windows": { read throws(ModelFileError) in
      try read.map(
        SlidingWindows(
          axis: try read.integer("axis"), windowLength: try read.integer("size"),
          step: try read.integer("stride", default: 1)))
    },
    "fill": { read throws(ModelFileError) in try read.fill() },
    "fill_like": { read throws(ModelFileError) in try read.fillLike() },
    "range_1d": { read throws(ModelFileError) in try read.range() },
    "one_hot": { read throws(ModelFileError) in try read.oneHot() },
    "pixel_shuffle": { read throws(ModelFileError) in try read.pixelShuffle() },
    "upsample_nearest_neighbor": { read throws(ModelFileError) in
      try read.upsample(mode: .nearestNeighbor)
    },
    "upsample_bilinear": { read throws(ModelFileError) in try read.upsampleBilinear() },
    "resize_nearest_neighbor": { read throws(ModelFileError) in
      try read.resize(mode: .nearestNeighbor)
    },
    "resize_bilinear": { read throws(ModelFileError) in
      try read.resize(mode: try read.samplingMode())
    },
    "resize": { read throws(ModelFileError) in try read.resizeLastAxes() },
    "constexpr_affine_dequantize": { read throws(ModelFileError) in
      try read.affineDequantize()
    },
    "constexpr_lut_to_dense": { read throws(ModelFileError) in try read.lookUp() },
    "constexpr_sparse_to_dense": { read throws(ModelFileError) in try read.sparseToDense() },
    "constexpr_blockwise_shift_scale": { read throws(ModelFileError) in
      try read.blockwiseShiftScale()
    },
    "constexpr_cast": { read throws(ModelFileError) in
      [try read.input("source_val").retyped(.float32)]
    },
  ]
}
