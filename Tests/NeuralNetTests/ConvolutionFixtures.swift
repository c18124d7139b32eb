import NeuralNet

/// Values that PyTorch gave; the tests quote the calls.
enum ConvolutionFixtures {
  static let groupedDilated = Tensor(
    shape: [1, 4, 3, 4],
    scalars: [
      -7, -16, -25, -34, -205, -227, -249, -271, -245, -258, -271, -284, 2, 1, 0, -1, -44, -50, -56,
      -62, -92, -97, -102, -107, 179, 186, 193, 200, 357, 367, 377, 387, 133, 136, 139, 142, 380,
      395, 410, 425, 902, 928, 954, 980, 478, 489, 500, 511,
    ])

  static let groupedDeconvolution = Tensor(
    shape: [1, 2, 4, 5],
    scalars: [
      1, -4, -3, -12, -7, 1, -1, 0, -3, -1, -11, -28, -15, -36, -19, -2, -7, -3, -9, -4, 11, 24, 13,
      28, 15, 29, 63, 34, 73, 39, 17, 36, 19, 40, 21, 44, 93, 49, 103, 54,
    ])
}
