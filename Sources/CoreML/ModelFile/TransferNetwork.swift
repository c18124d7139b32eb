private import CCoreMLSpec
package import Foundation

/// A network classifier whose features other classifiers are learned on: its layers up to a value.
package struct TransferNetwork: Sendable {
  /// What the author of the network says about it.
  package struct Credits: Sendable {
    package let author: String
    package let version: String
    package let license: String
  }

  /// How many numbers a window's features have.
  package let featureCount: Int

  /// What the author of the network says about it.
  package let credits: Credits

  private let message: ModelMessage
  private let features: String

  /// Reads a network classifier.
  ///
  /// - Parameters:
  ///   - url: a model file.
  ///   - features: the output that holds the features, a vector.
  /// - Throws: `MLModelError` for a file that cannot be read or has no such output.
  package init(contentsOf url: URL, features: String) throws {
    do throws(ModelFileError) {
      message = try ModelFile(at: url).message()
      let description = try ModelReader.contents(of: message.root).description
      guard
        let output = description.outputs.first(where: { $0.name == features }),
        let count = output.multiArrayConstraint?.lengths.reduce(1, *), count > 0
      else {
        throw ModelFileError(
          .invalid, at: url.path, found: "no output '\(features)'",
          expected: "a network with the features that other classifiers are learned on")
      }
      featureCount = count
    } catch {
      throw MLModelError(error)
    }
    let metadata = message.root.message("description")?.message("metadata")
    credits = Credits(
      author: metadata?.text("author") ?? "", version: metadata?.text("version_string") ?? "",
      license: metadata?.text("license") ?? "")
    self.features = features
  }

  /// The network alone, as a model from one array to the features.
  package func trunk() throws -> MLModel {
    let packed = unsafe message.withModel { model in
      var count = 0
      let bytes = unsafe coreml_spec_pack_trunk(model, features, featureCount, &count)
      return unsafe Self.take(bytes, count: count)
    }
    return try MLModel(specification: try checked(packed), name: "the features' network")
  }

  /// A model file: the network with another head.
  package func classifier(_ head: TransferHead) throws -> [UInt8] {
    precondition(
      head.biases.count == head.labels.count
        && head.weights.count == head.labels.count * featureCount,
      "\(head.labels.count) labels with \(head.weights.count) weights")
    let texts = CStringList()
    let labels = unsafe head.labels.map { unsafe UnsafePointer(texts.keep($0)) as UnsafePointer? }
    let entries = unsafe head.entries.map {
      unsafe coreml_spec_entry(key: texts.keep($0.key), value: texts.keep($0.value))
    }
    // Numbers of half precision lie in memory as the file wants them, on a little-endian machine.
    let weights = head.weights.flatMap { weight in
      let bits = weight.bitPattern
      return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    }
    let packed = unsafe message.withModel { model in
      unsafe labels.withUnsafeBufferPointer { labels in
        unsafe entries.withUnsafeBufferPointer { entries in
          unsafe weights.withUnsafeBufferPointer { weights in
            unsafe head.biases.withUnsafeBufferPointer { biases in
              var described = unsafe coreml_spec_head(
                features: texts.keep(features), feature_count: featureCount,
                labels: labels.baseAddress, label_count: labels.count,
                weights: weights.baseAddress, biases: biases.baseAddress,
                frame_count: head.frameCount, hears_samples: head.hearsSamples,
                summary: texts.keep(head.summary), version: texts.keep(head.version),
                author: texts.keep(head.author), license: texts.keep(head.license),
                entries: entries.baseAddress, entry_count: entries.count)
              var count = 0
              let bytes = unsafe coreml_spec_pack_classifier(model, &described, &count)
              return unsafe Self.take(bytes, count: count)
            }
          }
        }
      }
    }
    return try checked(packed)
  }

  private func checked(_ bytes: [UInt8]?) throws -> [UInt8] {
    guard let bytes else {
      throw MLModelError(
        .generic, "found a network that does not make '\(features)', or no memory is left")
    }
    return bytes
  }

  @unsafe private static func take(_ bytes: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8]? {
    guard let bytes = unsafe bytes else { return nil }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// What is learned on the features of a network: a dense layer before softmax, and what a file says.
package struct TransferHead: Sendable {
  /// The labels, which differ from each other.
  package var labels: [String]

  /// (labels, features), row-major.
  package var weights: [Float16]

  /// One a label.
  package var biases: [Float]

  /// The log-mel frames of the usual window.
  package var frameCount: Int

  /// Whether the model takes 15 600 samples, by way of Core ML's own front end, instead of frames.
  package var hearsSamples: Bool

  package var summary: String
  package var version: String
  package var author: String
  package var license: String

  /// What the author defines, in the order of the file.
  package var entries: [(key: String, value: String)]

  /// Describes a head.
  package init(
    labels: [String], weights: [Float16], biases: [Float], frameCount: Int, hearsSamples: Bool,
    summary: String, version: String, author: String, license: String,
    entries: [(key: String, value: String)]
  ) {
    self.labels = labels
    self.weights = weights
    self.biases = biases
    self.frameCount = frameCount
    self.hearsSamples = hearsSamples
    self.summary = summary
    self.version = version
    self.author = author
    self.license = license
    self.entries = entries
  }
}

/// Texts as C wants them, kept until the last reference goes.
@safe private final class CStringList {
  private var texts: [UnsafeMutablePointer<CChar>?] = unsafe []

  func keep(_ text: String) -> UnsafeMutablePointer<CChar>? {
    let copy = unsafe strdup(text)
    unsafe texts.append(copy)
    return unsafe copy
  }

  deinit {
    unsafe texts.forEach { unsafe free($0) }
  }
}
