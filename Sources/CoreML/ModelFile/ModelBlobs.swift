internal import NeuralNet
internal import Synchronization

/// What lies beside a model's message: its weight files, and who wants to know what is read of them.
struct ModelBlobs: Sendable {
  let folder: BlobFolder
  /// Whether this package compiled the model, and checked its weights then.
  let isCompiled: Bool
  /// Notes the weights that are read, for the compiled model.
  var recorder: WeightRecorder?

  /// The weight file of a compiled model.
  static let compiledPath = "@model_path/\(compiledName)"
  static let compiledName = "weights.bin"
}

/// What was read of a model's weights, message by message, in order.
final class WeightRecorder: Sendable {
  /// What a message held.
  enum Content: Sendable {
    /// Weights in single precision.
    case weights(WeightScalars)
    /// Other numbers, as they lie in a weight file.
    case record(BlobFile.Record, BlobFile)
  }

  /// Weights of network layers with fewer numbers stay in the model's message.
  static let smallest = 64

  private struct State {
    var entries: [(message: Message, content: Content)] = []
    var seen: Set<Message.Identity> = []
    var byteCount = 0
  }

  private let state = Mutex(State())

  /// Notes what was read of a message, the first time.
  func note(_ message: Message, _ content: Content) {
    state.withLock {
      guard $0.seen.insert(message.identity).inserted else { return }
      $0.entries.append((message, content))
      $0.byteCount += content.byteCount
    }
  }

  /// All that was noted, each message once, in order.
  var all: [(message: Message, content: Content)] { state.withLock { $0.entries } }

  /// The bytes of all that was noted.
  var byteCount: Int { state.withLock { $0.byteCount } }
}

extension Message {
  /// Notes weights that were read from this message, if the model is being compiled.
  func recordWeights(_ weights: Weights) {
    blobs?.recorder?.note(self, .weights(weights.scalars))
  }

  /// Notes other numbers that were read from this message, if the model is being compiled.
  func record(_ record: BlobFile.Record, in file: BlobFile) {
    blobs?.recorder?.note(self, .record(record, file))
  }
}
