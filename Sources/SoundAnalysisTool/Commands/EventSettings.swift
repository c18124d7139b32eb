import SoundAnalysis
import SoundEvents

/// What the user gave for events: a profile, and a subtitle file to merge captions into.
struct EventSettings {
  /// Thresholds, groups and the like.
  let profile: EventProfile

  /// The subtitles to merge captions into; nil for a file of their own.
  let subtitles: SubtitleDocument?

  /// The SHA-256 of the files that were read, by the options that name them.
  let hashes: [String: String]

  private let profileName: String

  /// Reads the files that the options name, and says what of the subtitles cannot be used.
  init(_ options: ClassifyOptions, console: Console) throws(UsageError) {
    profileName = options.profile?.displayText ?? "the default profile"
    var hashes: [String: String] = [:]
    if let file = options.profile {
      let bytes = try SmallFile.read(
        file, option: "--profile", limit: EventProfile.largestFile)
      hashes["profile"] = ContentHash.of(bytes)
      profile = try Self.profile(bytes, file)
    } else {
      profile = EventProfile()
    }
    guard let file = options.mergeTarget else {
      subtitles = nil
      self.hashes = hashes
      return
    }
    let bytes = try SmallFile.read(
      file, option: "--merge-into", limit: SubtitleReader.largestFile)
    hashes["merge-into"] = ContentHash.of(bytes)
    self.hashes = hashes
    let document = try Self.subtitles(bytes, file)
    let format: EventFormat = document.format == .webVTT ? .vtt : .srt
    if let wanted = options.format, wanted != format {
      throw UsageError(
        option: "--format", value: wanted.rawValue,
        expected: "\(format.rawValue), which is the format of \(file.displayText)")
    }
    if document.hasGuessedEncoding {
      console.say(
        "\(file.displayText): is not UTF-8, read as Windows-1252; if letters come out wrong, "
          + "convert it to UTF-8 first")
    }
    for problem in document.problems { console.say("\(file.displayText), \(problem)") }
    let rest = document.problemCount - document.problems.count
    if rest > 0 { console.say("\(file.displayText): \(rest) more such places") }
    subtitles = document
  }

  /// A detector for recordings with so many frames a second.
  ///
  /// - Parameter background: the label that means that nothing of note is heard, if there is one.
  /// - Throws: `UsageError` where the profile does not suit the classifier.
  func detector(
    labels: [String], background: String? = nil, sampleRate: Double
  ) throws(UsageError) -> EventDetector {
    do {
      return try EventDetector(
        labels: labels, background: background, profile: profile, sampleRate: sampleRate)
    } catch {
      throw UsageError("--profile \(profileName): \(error)")
    }
  }

  private static func profile(
    _ bytes: [UInt8], _ file: Argument
  ) throws(UsageError) -> EventProfile {
    do {
      return try EventProfile(json: bytes)
    } catch {
      throw UsageError("--profile \(file.displayText): \(error)")
    }
  }

  private static func subtitles(
    _ bytes: [UInt8], _ file: Argument
  ) throws(UsageError) -> SubtitleDocument {
    do {
      return try SubtitleReader.read(bytes)
    } catch {
      throw UsageError("--merge-into \(file.displayText): \(error)")
    }
  }
}
