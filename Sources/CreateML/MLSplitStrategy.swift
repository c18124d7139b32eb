/// How labelled files are divided into those to learn from and those to validate with.
///
/// Each label's files are divided by themselves, so that every label keeps one file at least to learn
/// from; all windows of a file go the same way.
public enum MLSplitStrategy: Sendable, Equatable {
  /// One file in five validates, the same ones each time.
  case automatic

  /// A share of the files validates, 0 ..< 1; the same seed chooses the same ones.
  case fixed(ratio: Double, seed: Int?)
}
