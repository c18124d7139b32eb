import Foundation
import SoundEvents

/// What an output folder knows of its results: of which contents they were made, and with which settings.
///
/// A file of JSON lines: the settings, then an entry for each finished recording. Entries are
/// appended while a run goes on; at its end the file is written anew in order, so that it does not
/// depend on how the run went.
struct RunLedger {
  /// A finished recording.
  struct Entry: Codable, Equatable, Sendable {
    /// Where the results lie in the folder; bytes that are no text in hexadecimal digits.
    let output: String

    /// The name of the recording that the results tell.
    let file: String

    /// The SHA-256 of the recording.
    let input: String

    /// The SHA-256 of the results.
    let results: String
  }

  private struct Header: Codable {
    let settings: [RunSettings.Entry]
  }

  /// The settings of the run that made the folder; nil for a new one.
  let settings: RunSettings?

  /// What is done, by the place of its results.
  private(set) var entries: [String: Entry] = [:]

  /// Reads the bytes of a ledger; a last line that was cut off is dropped.
  init(_ bytes: [UInt8]) {
    let decoder = JSONDecoder()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    _ = lines.popLast()
    settings = lines.first.flatMap { line in
      (try? decoder.decode(Header.self, from: Data(line))).map { RunSettings($0.settings) }
    }
    for line in lines.dropFirst() {
      guard let entry = try? decoder.decode(Entry.self, from: Data(line)) else { continue }
      entries[entry.output] = entry
    }
  }

  /// Takes an entry in, in place of an earlier one for the same results.
  mutating func add(_ entry: Entry) { entries[entry.output] = entry }

  /// Forgets an entry.
  mutating func remove(_ output: String) { entries[output] = nil }

  /// The text of a ledger with these settings.
  func text(settings: RunSettings) -> String {
    let sorted = entries.values.sorted {
      $0.output.utf8.lexicographicallyPrecedes($1.output.utf8)
    }
    return Self.line(Header(settings: settings.entries)) + sorted.map(Self.line).joined()
  }

  /// A line of the ledger.
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("Texts can always be encoded")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// A path as the ledger writes it.
  static func key(_ place: [UInt8]) -> String {
    String(validating: place, as: UTF8.self)
      ?? "bytes:" + place.map { FixedHex.text($0) }.joined()
  }
}
