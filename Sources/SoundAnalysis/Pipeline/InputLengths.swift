import CoreML
import CoreMedia
import DSP

/// The lengths that a model's audio input may have, read from its array constraint.
struct InputLengths {
  /// What the input's shape says it holds; nil when it is no form of audio.
  let kind: Classifier.Input?

  private let defaultLength: Int
  private let lengths: Lengths

  private enum Lengths {
    case listed([Int])
    case range(ClosedRange<Int>)
  }

  /// The windows that are offered for log-mel models, in seconds; Apple's range for `version1`.
  private static let logMelWindows = 0.5...15.0

  init(_ constraint: MLMultiArrayConstraint) {
    let shape = constraint.shape.map(\.intValue)
    let axis: Int
    if shape.count == 1 {
      kind = .samples
      axis = 0
    } else if shape.count == 3, shape[0] == 1, shape[2] == LogMelSpectrogram.bandCount {
      kind = .logMel
      axis = 1
    } else {
      kind = nil
      axis = 0
    }
    defaultLength = shape.isEmpty ? 0 : shape[axis]
    switch constraint.shapeConstraint.type {
    case .enumerated:
      let all = constraint.shapeConstraint.enumeratedShapes
        .filter { $0.count == shape.count }.map { $0[axis].intValue }
      lengths = .listed(Set(all + [defaultLength]).sorted())
    case .range:
      let bounds = constraint.shapeConstraint.sizeRangeForDimension
      if bounds.count == shape.count, bounds[axis].rangeValue.length > 1 {
        let range = bounds[axis].rangeValue
        let (end, overflow) = range.location.addingReportingOverflow(range.length - 1)
        lengths = .range(max(1, range.location)...max(1, overflow ? Int.max : end))
      } else {
        lengths = .listed([defaultLength])
      }
    default:
      lengths = .listed([defaultLength])
    }
  }

  /// The durations that these lengths allow.
  func durationConstraint(sampleRate: Double) -> SNTimeDurationConstraint {
    switch lengths {
    case .listed(let lengths):
      return .enumeratedDurations(lengths.map { duration(ofLength: $0, sampleRate: sampleRate) })
    case .range(let range):
      var start = duration(ofLength: range.lowerBound, sampleRate: sampleRate)
      var end = duration(ofLength: range.upperBound, sampleRate: sampleRate)
      if kind == .logMel {
        let scale = start.timescale
        let bounds = Self.logMelWindows
        start = max(start, CMTime(seconds: bounds.lowerBound, preferredTimescale: scale))
        end = max(start, min(end, CMTime(seconds: bounds.upperBound, preferredTimescale: scale)))
      }
      return .durationRange(CMTimeRange(start: start, end: end))
    }
  }

  /// The window for which the model was made.
  func defaultDuration(sampleRate: Double) -> CMTime {
    duration(ofLength: defaultLength, sampleRate: sampleRate)
  }

  /// The window that gives an input of some length; for log-mel the shortest multiple of the hop.
  private func duration(ofLength length: Int, sampleRate: Double) -> CMTime {
    let bounded = Int64(min(length, Int(1e9)))
    guard kind == .logMel else {
      return CMTime(frame: bounded, sampleRate: sampleRate)
    }
    let hop = Int64(LogMelSpectrogram.hopLength)
    let needed = (bounded - 1) * hop + Int64(LogMelSpectrogram.frameLength)
    return CMTime(frame: (needed + hop - 1) / hop * hop, sampleRate: sampleRate)
  }
}
