internal import NeuralNet

extension LayerReader {
  /// What turns the message of a layer into steps.
  typealias Reader = @Sendable (LayerReader) throws(ModelFileError) -> [Layer]

  /// The kinds of layers that can be run, by the names of the format.
  static let readers: [String: Reader] = [
    "convolution": { layer throws(ModelFileError) in try layer.convolution() },
    "pooling": { layer throws(ModelFileError) in try layer.pooling() },
    "activation": { layer throws(ModelFileError) in try layer.activation() },
    "inner_product": { layer throws(ModelFileError) in try layer.innerProduct() },
    "embedding": { layer throws(ModelFileError) in try layer.embedding() },
    "embedding_nd": { layer throws(ModelFileError) in try layer.embeddingND() },
    "batched_matmul": { layer throws(ModelFileError) in try layer.batchedMatrixMultiply() },
    "batchnorm": { layer throws(ModelFileError) in try layer.batchNormalization() },
    "mvn": { layer throws(ModelFileError) in layer.meanVarianceNormalization() },
    "l2normalize": { layer throws(ModelFileError) in layer.l2Normalization() },
    "lrn": { layer throws(ModelFileError) in try layer.localResponseNormalization() },
    "layer_normalization": { layer throws(ModelFileError) in try layer.layerNormalization() },
    "softmax": { layer throws(ModelFileError) in layer.step(Softmax()) },
    "softmax_nd": { layer throws(ModelFileError) in layer.step(Softmax(axis: try layer.axis())) },
    "crop": { layer throws(ModelFileError) in try layer.crop() },
    "padding": { layer throws(ModelFileError) in try layer.padding() },
    "constant_pad": { layer throws(ModelFileError) in try layer.constantPadding() },
    "upsample": { layer throws(ModelFileError) in try layer.upsample() },
    "unary": { layer throws(ModelFileError) in try layer.unary() },
    "add": { layer throws(ModelFileError) in layer.add() },
    "multiply": { layer throws(ModelFileError) in layer.multiply() },
    "average": { layer throws(ModelFileError) in layer.step(Elementwise(.average)) },
    "max": { layer throws(ModelFileError) in layer.step(Elementwise(.maximum)) },
    "min": { layer throws(ModelFileError) in layer.step(Elementwise(.minimum)) },
    "scale": { layer throws(ModelFileError) in try layer.scale() },
    "bias": { layer throws(ModelFileError) in try layer.bias() },
    "dot": { layer throws(ModelFileError) in try layer.dotProduct() },
    "reduce": { layer throws(ModelFileError) in try layer.reduce() },
    "load_constant": { layer throws(ModelFileError) in try layer.loadConstant() },
    "load_constant_nd": { layer throws(ModelFileError) in try layer.loadConstantND() },
    "reshape": { layer throws(ModelFileError) in try layer.reshape() },
    "flatten": { layer throws(ModelFileError) in try layer.flatten() },
    "permute": { layer throws(ModelFileError) in try layer.permute() },
    "concat": { layer throws(ModelFileError) in layer.concatenate() },
    "split": { layer throws(ModelFileError) in try layer.split() },
    "sequence_repeat": { layer throws(ModelFileError) in try layer.sequenceRepeat() },
    "slice": { layer throws(ModelFileError) in try layer.slice() },
    "simple_recurrent": { layer throws(ModelFileError) in try layer.simpleRecurrent() },
    "gru": { layer throws(ModelFileError) in try layer.gatedRecurrentUnit() },
    "uni_directional_lstm": { layer throws(ModelFileError) in try layer.oneDirectionLSTM() },
    "bi_directional_lstm": { layer throws(ModelFileError) in try layer.twoDirectionLSTM() },
    "custom": { layer throws(ModelFileError) in throw layer.custom() },
    "copy": { layer throws(ModelFileError) in layer.step(Unary(.identity)) },
    "clip": { layer throws(ModelFileError) in layer.clip() },
    "clamped_relu": { layer throws(ModelFileError) in layer.clampedReLU() },
    "gelu": { layer throws(ModelFileError) in try layer.gelu() },
    "tanh": { layer throws(ModelFileError) in layer.step(Activation(.tanh)) },
    "ceil": { layer throws(ModelFileError) in layer.step(Unary(.ceiling)) },
    "floor": { layer throws(ModelFileError) in layer.step(Unary(.floor)) },
    "sign": { layer throws(ModelFileError) in layer.step(Unary(.sign)) },
    "round": { layer throws(ModelFileError) in layer.step(Unary(.round)) },
    "exp2": { layer throws(ModelFileError) in layer.step(Unary(.exp2)) },
    "sin": { layer throws(ModelFileError) in layer.step(Unary(.sine)) },
    "cos": { layer throws(ModelFileError) in layer.step(Unary(.cosine)) },
    "erf": { layer throws(ModelFileError) in layer.step(Unary(.erf)) },
    "min_broadcastable": { layer throws(ModelFileError) in layer.step(Elementwise(.minimum)) },
    "max_broadcastable": { layer throws(ModelFileError) in layer.step(Elementwise(.maximum)) },
    "add_broadcastable": { layer throws(ModelFileError) in layer.step(Elementwise(.add)) },
    "pow_broadcastable": { layer throws(ModelFileError) in layer.step(Elementwise(.power)) },
    "divide_broadcastable": { layer throws(ModelFileError) in layer.step(Elementwise(.divide)) },
    "multiply_broadcastable": { layer throws(ModelFileError) in
      layer.step(Elementwise(.multiply))
    },
    "subtract_broadcastable": { layer throws(ModelFileError) in
      layer.step(Elementwise(.subtract))
    },
    "where_broadcastable": { layer throws(ModelFileError) in layer.step(Select()) },
    "tile": { layer throws(ModelFileError) in
      layer.step(Tile(repeats: try layer.parameters.sizes("reps")))
    },
    "stack": { layer throws(ModelFileError) in layer.step(Stack(axis: try layer.axis())) },
    "gather": { layer throws(ModelFileError) in layer.step(Gather(axis: try layer.axis())) },
    "split_nd": { layer throws(ModelFileError) in try layer.splitND() },
    "concat_nd": { layer throws(ModelFileError) in try layer.concatenateND() },
    "transpose": { layer throws(ModelFileError) in
      layer.step(Transpose(axes: layer.parameters.integers("axes")))
    },
    "slice_static": { layer throws(ModelFileError) in try layer.sliceStatic() },
    "sliding_windows": { layer throws(ModelFileError) in try layer.slidingWindows() },
    "arg_max": { layer throws(ModelFileError) in try layer.argMax() },
    "squeeze": { layer throws(ModelFileError) in layer.squeeze() },
    "expand_dims": { layer throws(ModelFileError) in
      layer.step(ExpandDimensions(axes: layer.parameters.integers("axes")))
    },
    "flatten_to_2d": { layer throws(ModelFileError) in
      layer.step(FlattenTo2D(axis: try layer.axis()))
    },
    "reshape_static": { layer throws(ModelFileError) in try layer.reshapeTo() },
    "rank_preserving_reshape": { layer throws(ModelFileError) in try layer.reshapeTo() },
    "reduce_l1": { layer throws(ModelFileError) in layer.reduceND(.l1) },
    "reduce_l2": { layer throws(ModelFileError) in layer.reduceND(.l2) },
    "reduce_max": { layer throws(ModelFileError) in layer.reduceND(.maximum) },
    "reduce_min": { layer throws(ModelFileError) in layer.reduceND(.minimum) },
    "reduce_sum": { layer throws(ModelFileError) in layer.reduceND(.sum) },
    "reduce_prod": { layer throws(ModelFileError) in layer.reduceND(.product) },
    "reduce_mean": { layer throws(ModelFileError) in layer.reduceND(.mean) },
    "reduce_log_sum": { layer throws(ModelFileError) in layer.reduceND(.logSum(epsilon: 0)) },
    "reduce_sum_square": { layer throws(ModelFileError) in layer.reduceND(.sumOfSquares) },
    "reduce_log_sum_exp": { layer throws(ModelFileError) in layer.reduceND(.logSumExp) },
    "cum_sum": { layer throws(ModelFileError) in try layer.cumulativeSum() },
  ]
}
