import AVFAudio
import CoreML
import Foundation
import SoundAnalysis
import Synchronization

/// Turns recordings into features, on all processors, in the order of the recordings.
struct FeatureExtraction: Sendable {
  /// The network that gives the features.
  let network: TransferNetwork

  /// The features of so many windows are held at most: 150 MB, or 13 hours at the usual overlap.
  static let mostWindows = 100_000

  private let trunk: MLModel
  private let windowDuration: Double
  private let overlapFactor: Double

  /// Loads the built-in classifier's network.
  init(windowDuration: Double, overlapFactor: Double) throws {
    network = try TransferNetwork(
      contentsOf: URL(fileURLWithPath: BuiltInModel.path()), features: "embedding")
    trunk = try network.trunk()
    self.windowDuration = windowDuration
    self.overlapFactor = overlapFactor
  }

  /// Hears recordings; of one that cannot be used, the reason.
  ///
  /// - Parameter progress: called after each recording, on any thread, with the number heard so far.
  /// - Throws: where the network cannot run, or there are more windows than can be held.
  func hear(
    _ files: [URL], progress: @Sendable (Int) -> Void
  ) throws -> [Result<FeatureEar.Heard, any Error>] {
    struct State {
      var results: [Result<FeatureEar.Heard, any Error>?]
      var next = 0
      var heardCount = 0
      var windowCount = 0
      var failure: (any Error)?
    }
    let state = Mutex(State(results: Array(repeating: nil, count: files.count)))
    let threadCount = min(files.count, max(1, ProcessInfo.processInfo.activeProcessorCount))
    DispatchQueue.concurrentPerform(iterations: threadCount) { _ in
      do {
        let ear = try makeEar()
        while let index = state.withLock({ state -> Int? in
          guard state.failure == nil, state.next < files.count else { return nil }
          state.next += 1
          return state.next - 1
        }) {
          let result = Result { try ear.hear(.file(path: files[index].path)) }
          let heardCount = state.withLock { state in
            state.results[index] = result
            state.heardCount += 1
            state.windowCount += (try? result.get().windowCount) ?? 0
            if state.windowCount > Self.mostWindows {
              state.failure = MLCreateError.generic(
                reason: "found more than \(Self.mostWindows) windows of sound, which is as many as "
                  + "fit in memory; expected less sound, or less overlap")
            }
            return state.heardCount
          }
          progress(heardCount)
        }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.results.compactMap(\.self)
    }
  }

  /// Hears background sounds, one after the other.
  func hear(
    _ kinds: [BackgroundSounds.Kind], seed: Int, seconds: Int
  ) throws -> [FeatureEar.Heard] {
    var sounds = BackgroundSounds(seed: seed)
    let ear = try makeEar()
    return try kinds.map { try ear.hear(sounds.make($0, seconds: seconds)) }
  }

  private func makeEar() throws -> FeatureEar {
    try FeatureEar(
      trunk, featureCount: network.featureCount, windowDuration: windowDuration,
      overlapFactor: overlapFactor)
  }
}
