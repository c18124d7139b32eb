public import Foundation

extension MLSoundClassifier {
  /// Labelled recordings.
  public enum DataSource: Sendable {
    /// A folder with a folder for each label, which holds the label's recordings at any depth.
    case labeledDirectories(at: URL)

    /// A folder of recordings whose names begin with their label, up to the first period:
    /// `Laughter.3.wav`.
    case labeledFiles(at: URL)

    /// The recordings of each label.
    case filesByLabel([String: [URL]])
  }
}
