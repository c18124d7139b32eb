import CoreML
import Foundation
import Synchronization

/// The classifier that comes with this package, loaded once and shared.
package enum BuiltInModel {
  private static let loaded = Mutex<Classifier?>(nil)

  /// The bundle that SwiftPM makes of this module's resources.
  private static let bundleName = "OpenSoundAnalysis_SoundAnalysis.resources"
  private static let fileName = "SoundClassifierVersion1.mlmodel"

  /// Loads the classifier at the first call.
  ///
  /// - Throws: `SNError.operationFailed` where the model file is missing, and what loading throws.
  static func classifier() throws -> Classifier {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let classifier = try Classifier(model: MLModel(contentsOf: locate()))
      loaded = classifier
      return classifier
    }
  }

  /// Where the model file is.
  ///
  /// - Throws: `SNError.operationFailed` with the places that were looked at.
  package static func path() throws(SNError) -> String { try locate().path }

  /// Finds the model beside the program, beside the program that a link leads to, or where packages install data.
  private static func locate() throws(SNError) -> URL {
    var folders = [Bundle.main.bundleURL]
    if let program = Bundle.main.executableURL?.resolvingSymlinksInPath() {
      let folder = program.deletingLastPathComponent()
      folders.append(folder)
      folders.append(folder.appendingPathComponent("../share/soundanalysis").standardized)
      folders.append(folder.appendingPathComponent("../libexec/soundanalysis").standardized)
    }
    let places = folders.map {
      $0.appendingPathComponent(bundleName).appendingPathComponent(fileName)
    }
    if let found = places.first(where: { FileManager.default.isReadableFile(atPath: $0.path) }) {
      return found
    }
    throw SNError(
      .operationFailed,
      "The built-in sound classifier is missing: \(bundleName) was not found in "
        + folders.map(\.path).joined(separator: ", ")
        + "; it belongs beside the program.")
  }
}
