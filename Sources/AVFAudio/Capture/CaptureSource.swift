/// An open microphone: gives sound for as long as it is asked.
///
/// One thread at a time uses a source. Letting go of it closes the device.
package protocol CaptureSource: AnyObject, Sendable {
  /// The frames in a second.
  var sampleRate: Double { get }

  /// The channels of a frame.
  var channelCount: Int { get }

  /// Waits for the next samples and puts them in place of what the array holds, channels interleaved.
  ///
  /// - Returns: false where nothing came for a while, so that the caller can see whether to go on.
  /// - Throws: when no more sound will come.
  func read(into samples: inout [Float]) throws(CaptureError) -> Bool
}

/// Where microphones come from: the machine's sound systems, or a test's stand-in.
package protocol CaptureSystem: Sendable {
  /// Opens a device; nil for the one that the environment names, or else the default one.
  func open(_ device: AudioInputDevice?) throws(CaptureError) -> any CaptureSource
}
