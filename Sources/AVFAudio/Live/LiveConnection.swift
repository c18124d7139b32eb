/// A live source that is open; letting go of it closes it.
protocol LiveConnection: AnyObject {
  /// Frames a second.
  var sampleRate: Double { get }

  /// Whether the sound has an end of its own, as a recording has.
  var isFinite: Bool { get }

  /// Waits for the next samples of the first channel and puts them in place of what the array holds.
  ///
  /// - Returns: where they start by the connection's own count of frames; nil at the end.
  func read(into samples: inout [Float]) throws(DecodeError) -> Int64?
}

/// A pipe or an address, decoded.
final class DecoderConnection: LiveConnection {
  private let decoder: AudioDecoder
  let isFinite: Bool

  /// Opens a source and decodes its first frame.
  init(_ source: AudioSource, watch: ReadWatch) throws(DecodeError) {
    decoder = try AudioDecoder(source, watch: watch)
    isFinite =
      switch source {
      case .address: decoder.isFinite
      case .standardInput: true
      case .file, .bytes: false
      }
  }

  var sampleRate: Double { decoder.sampleRate }

  func read(into samples: inout [Float]) throws(DecodeError) -> Int64? {
    samples.removeAll(keepingCapacity: true)
    guard try decoder.readBlock() else { return nil }
    decoder.withChannel(0) { samples.append($0) }
    return decoder.blockFramePosition
  }
}

/// A microphone.
final class MicrophoneConnection: LiveConnection {
  private let microphone: any CaptureSource
  private let place: AudioSource
  private var position: Int64 = 0
  private var frames: [Float] = []

  /// Opens a device.
  ///
  /// - Parameter place: what errors name.
  init(
    _ device: AudioInputDevice?, of system: any CaptureSystem, place: AudioSource
  ) throws(DecodeError) {
    self.place = place
    do {
      microphone = try system.open(device)
    } catch {
      throw Self.error(error, in: place)
    }
  }

  var sampleRate: Double { microphone.sampleRate }
  var isFinite: Bool { false }

  func read(into samples: inout [Float]) throws(DecodeError) -> Int64? {
    samples.removeAll(keepingCapacity: true)
    do {
      guard try microphone.read(into: &frames) else { return position }
    } catch {
      throw Self.error(error, in: place)
    }
    for index in stride(from: 0, to: frames.count, by: microphone.channelCount) {
      samples.append(frames[index])
    }
    defer { position += Int64(samples.count) }
    return position
  }

  private static func error(_ error: CaptureError, in place: AudioSource) -> DecodeError {
    let reason: DecodeError.Reason =
      switch error.reason {
      case .noPermission, .unsupportedFormat: .refused
      case .noDevice, .notFound: .notFound
      case .busy, .vanished, .systemFailure: .unreachable
      }
    // The place is named already.
    let text = error.description
    let start = error.device.isEmpty ? "" : "\(error.device): "
    return DecodeError(
      reason, in: place,
      found: "that " + (text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text))
  }
}
