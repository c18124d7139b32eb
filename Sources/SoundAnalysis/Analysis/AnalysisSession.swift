import Foundation

/// One pass over a stream for all requests of an analyzer, with results in order of their time.
///
/// Not thread-safe; the analysis that made it owns it.
final class AnalysisSession {
  private struct Lane {
    let identifier: RequestRegistry.Identifier
    let pipeline: ClassificationPipeline
    var waiting: [(outcome: ClassificationPipeline.Outcome, end: Int64)] = []
    var hasFailed = false

    /// Whether the observer is gone, so that no work is done for it any more.
    var isAbandoned = false
  }

  private let registry: RequestRegistry
  private let sampleRate: Double
  private let tail: TailHandling
  private let gathersWindows: Bool
  private let gateLevel: Double?
  private let isCancelled: () -> Bool
  private var lanes: [Lane] = []

  /// Begins a pass.
  ///
  /// - Parameters:
  ///   - gathersWindows: whether results may wait until windows can be scored together.
  ///   - gateLevel: the level in dBFS below which a window is silent; nil for none.
  ///   - isCancelled: asked before each result; after a true none is delivered.
  init(
    registry: RequestRegistry, sampleRate: Double, tail: TailHandling = .drop,
    gathersWindows: Bool = false, gateLevel: Double? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.isCancelled = isCancelled
    self.tail = tail
    self.gathersWindows = gathersWindows
    self.gateLevel = gateLevel
    self.registry = registry
    self.sampleRate = sampleRate
  }

  /// Lets a registered request take part from a position on; one that cannot is told why.
  func admit(_ registration: RequestRegistry.Registration, at origin: Int64) {
    do {
      let pipeline = try ClassificationPipeline(
        classifier: registration.classifier, settings: registration.settings,
        sampleRate: sampleRate, origin: origin, tail: tail, gathersWindows: gathersWindows,
        gateLevel: gateLevel)
      lanes.append(Lane(identifier: registration.identifier, pipeline: pipeline))
    } catch {
      notify(registration.identifier, failure: error)
    }
  }

  /// Whether no request is left to answer: all were removed, or none could begin.
  var isIdle: Bool { !lanes.contains { registry.contains($0.identifier) } }

  /// Where the next window ends, in the client's frames: before that there is no result.
  var nextEnd: Int64 {
    var end = Int64.max
    for index in lanes.indices where !lanes[index].isAbandoned {
      end = min(end, lanes[index].pipeline.nextEnd)
    }
    return end
  }

  /// Takes the next samples of the stream's one channel that is heard.
  func append(_ samples: Span<Float>) {
    advance { pipeline, handler in pipeline.append(samples, handler: handler) }
  }

  /// Begins anew at another position; sound of unfinished windows is dropped.
  func restart(at origin: Int64) {
    // A whole window may still wait for the rate converter.
    advance { pipeline, handler in pipeline.finish(handler: handler) }
    deliver(atEnd: true)
    for index in lanes.indices.reversed() {
      do {
        try lanes[index].pipeline.restart(at: origin)
      } catch {
        notify(lanes[index].identifier, failure: error)
        lanes.remove(at: index)
      }
    }
  }

  /// Ends the stream normally; requests without a failure are told of their completion.
  ///
  /// - Returns: whether they were; false if the pass was cancelled before.
  @discardableResult
  func finish() -> Bool {
    advance { pipeline, handler in pipeline.finish(handler: handler) }
    deliver(atEnd: true)
    guard !isCancelled() else { return false }
    for lane in lanes where !lane.hasFailed {
      registry.notify(lane.identifier) { request, observer in observer.requestDidComplete(request) }
    }
    lanes.removeAll()
    return true
  }

  /// Ends the stream with an error; results of the sound before it are delivered first.
  func fail(_ error: any Error) {
    advance { pipeline, handler in pipeline.finish(handler: handler) }
    deliver(atEnd: true)
    guard !isCancelled() else { return }
    for lane in lanes { notify(lane.identifier, failure: error) }
    lanes.removeAll()
  }

  private typealias Step = (
    ClassificationPipeline, (ClassificationPipeline.Outcome, Int64) -> Void
  ) -> Void

  private func advance(_ step: Step) {
    // Plain loops over indices, here and below, allocate nothing in debug builds either.
    var kept = 0
    while kept < lanes.count {
      if registry.contains(lanes[kept].identifier) { kept += 1 } else { lanes.remove(at: kept) }
    }
    for index in lanes.indices {
      guard registry.isObserved(lanes[index].identifier) else {
        lanes[index].isAbandoned = true
        lanes[index].waiting.removeAll()
        continue
      }
      step(lanes[index].pipeline) { outcome, end in
        lanes[index].waiting.append((outcome, end))
      }
    }
    deliver(atEnd: false)
  }

  /// Hands out what waits, by the end of its window, then by order of adding.
  ///
  /// In mid-stream a result waits until no other request can still give an earlier one.
  private func deliver(atEnd: Bool) {
    while true {
      var first: (lane: Int, end: Int64)?
      for index in lanes.indices {
        let end: Int64
        if !lanes[index].waiting.isEmpty {
          end = lanes[index].waiting[0].end
        } else if atEnd || lanes[index].isAbandoned {
          continue
        } else {
          end = lanes[index].pipeline.nextEnd
        }
        if end < first?.end ?? .max { first = (index, end) }
      }
      guard let first, !lanes[first.lane].waiting.isEmpty, !isCancelled() else { return }
      let (outcome, _) = lanes[first.lane].waiting.removeFirst()
      let identifier = lanes[first.lane].identifier
      switch outcome {
      case .result(let result):
        registry.notify(identifier) { request, observer in
          observer.request(request, didProduce: result)
        }
      case .failure(let error):
        lanes[first.lane].hasFailed = true
        notify(identifier, failure: error)
      }
    }
  }

  private func notify(_ identifier: RequestRegistry.Identifier, failure: any Error) {
    registry.notify(identifier) { request, observer in
      observer.request(request, didFailWithError: SNError(describing: failure))
    }
  }
}
