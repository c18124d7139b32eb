import SoundEvents
import Testing

struct EventProfileTests {
  static let labels = [
    "dog_bark", "dog_growl", "dog_howl", "speech", "singing", "silence", "cat_meow",
  ]

  private func message(_ json: String) -> String? {
    do {
      let profile = try EventProfile(json: Array(json.utf8))
      _ = try EventDetector(labels: Self.labels, profile: profile, sampleRate: 16_000)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func everyKeyIsRead() throws {
    let json = """
      {"open": 0.6, "close": 0.4, "smoothing": {"median": 5}, "minimum_length": 0.25,
       "maximum_gap": 1.5, "fill": 0.2, "ignore": ["silence", "cat_meow"],
       "groups": {"dog": ["dog_bark", "dog_growl"]},
       "labels": {"dog": {"open": 0.8}, "speech": {"smoothing": {"exponential": 0.5}, "close": 0.1}}}
      """
    let profile = try EventProfile(json: Array(json.utf8))
    var expected = EventProfile()
    expected.rule = EventRule(
      openThreshold: 0.6, closeThreshold: 0.4, smoothing: .median(count: 5), minimumDuration: 0.25,
      maximumGap: 1.5, fill: 0.2)
    expected.ignored = ["silence", "cat_meow"]
    expected.groups = ["dog": ["dog_bark", "dog_growl"]]
    var dog = RuleChange()
    dog.openThreshold = 0.8
    var speech = RuleChange()
    speech.smoothing = .exponential(weight: 0.5)
    speech.closeThreshold = 0.1
    expected.overrides = ["dog": dog, "speech": speech]
    #expect(profile == expected)
    #expect(throws: Never.self) {
      try EventDetector(labels: Self.labels, profile: profile, sampleRate: 16_000)
    }
  }

  @Test(arguments: ["{}", "\u{FEFF}{}", #"{"smoothing": "none"}"#])
  func whatIsLeftOutHasItsDefault(_ json: String) throws {
    #expect(try EventProfile(json: Array(json.utf8)) == EventProfile())
  }

  @Test func aLowOpeningThresholdAloneTakesTheClosingOneWithIt() throws {
    let profile = try EventProfile(
      json: Array(#"{"open": 0.05, "labels": {"speech": {"open": 0.01}}}"#.utf8))
    #expect(profile.rule.openThreshold == 0.05 && profile.rule.closeThreshold == 0.05)
    #expect(throws: Never.self) {
      try EventDetector(labels: Self.labels, profile: profile, sampleRate: 16_000)
    }
  }

  static let mistakes: [(json: String, message: String)] = [
    (
      #"{"labels": {"dogbark": {"open": 0.5}}}"#,
      "$.labels.dogbark: the model has no label 'dogbark'; near to it: 'dog_bark'"
    ),
    (
      #"{"groups": {"pets": ["Dog Grow", "cat_meow"]}}"#,
      "$.groups.pets[0]: the model has no label 'Dog Grow'; near to it: 'dog_growl'"
    ),
    (#"{"ignore": ["zither"]}"#, "$.ignore[0]: the model has no label 'zither'"),
    (#"{"open": 1.5}"#, "$.open: found 1.5, expected a number over 0 and at most 1"),
    (#"{"close": 0}"#, "$.close: found 0.0, expected a number over 0 and at most 1"),
    (#"{"close": -1}"#, "$.close: found -1.0, expected a number over 0 and at most 1"),
    (
      #"{"open": 0.5, "close": 0.75}"#,
      "$.close: found 0.75, expected at most the value of open, 0.5"
    ),
    (
      #"{"labels": {"speech": {"open": 0.25, "close": 0.5}}}"#,
      "$.labels.speech.close: found 0.5, expected at most the value of open, 0.25"
    ),
    (#"{"minimum_length": -0.5}"#, "$.minimum_length: found -0.5, expected 0 to 86400 seconds"),
    (#"{"maximum_gap": 1e9}"#, "$.maximum_gap: found 1000000000.0, expected 0 to 86400 seconds"),
    (#"{"fill": 2}"#, "$.fill: found 2.0, expected 0 to 1"),
    (
      #"{"smoothing": {"median": 4}}"#,
      "$.smoothing.median: found 4, expected an odd number of windows from 1 to 101"
    ),
    (
      #"{"smoothing": {"median": 2.5}}"#,
      "$.smoothing.median: found 2.5, expected a whole number"
    ),
    (
      #"{"smoothing": {"exponential": 0}}"#,
      "$.smoothing.exponential: found 0.0, expected a number over 0 and at most 1"
    ),
    (
      #"{"smoothing": "mean"}"#,
      #"$.smoothing: found 'mean', expected "none", {"median": COUNT} or {"exponential": WEIGHT}"#
    ),
    (#"{"open": "0.5"}"#, "$.open: found a text, expected a number"),
    (#"{"open": true}"#, "$.open: found true or false, expected a number"),
    (#"{"open": null}"#, "$.open: found null, expected a number"),
    (#"{"groups": ["dog"]}"#, "$.groups: found an array, expected an object"),
    (
      #"{"groups": {"two words": "dog_bark"}}"#,
      #"$.groups["two words"]: found a text, expected an array of labels"#
    ),
    (#"{"groups": {"dog": [1]}}"#, "$.groups.dog[0]: found a number, expected a label"),
    (#"{"groups": {"dog": []}}"#, "$.groups.dog: the group has no members"),
    (#"{"groups": {"": ["dog_bark"]}}"#, #"$.groups[""]: a group needs a name"#),
    (
      #"{"groups": {"dog": ["dog_bark", "dog_bark"]}}"#,
      "$.groups.dog[1]: 'dog_bark' is named twice"
    ),
    (
      #"{"groups": {"speech": ["singing"]}}"#,
      "$.groups.speech: 'speech' is also a label, but not a member of the group; add it or rename the group"
    ),
    (
      #"{"groups": {"dog": ["dog_bark"]}, "labels": {"dog_bark": {"open": 0.9}}}"#,
      "$.labels.dog_bark: 'dog_bark' is reported through the group 'dog' only; state the group's values"
    ),
    (
      #"{"ignore": ["speech"], "labels": {"speech": {"open": 0.9}}}"#,
      "$.labels.speech: 'speech' is ignored; remove it here or from $.ignore"
    ),
    (
      #"{"treshold": 0.5}"#,
      "$.treshold: unknown key; expected one of open, close, smoothing, minimum_length, maximum_gap, fill, ignore, groups, labels"
    ),
    (
      #"{"labels": {"speech": {"groups": {}}}}"#,
      "$.labels.speech.groups: unknown key; expected one of open, close, smoothing, minimum_length, maximum_gap, fill"
    ),
    ("[]", "$: found an array, expected an object"),
  ]

  @Test(arguments: [
    ("{}", ["rain"]), (#"{"ignore": []}"#, ["rain", "silence", "noise"]),
    (#"{"ignore": ["rain"]}"#, ["silence", "noise"]),
    (#"{"groups": {"weather": ["rain", "noise"]}}"#, ["weather"]),
  ])
  func theBackgroundIsLeftOutLikeSilence(_ json: String, _ reported: [String]) throws {
    let detector = try EventDetector(
      labels: ["rain", "silence", "noise"], background: "noise",
      profile: EventProfile(json: Array(json.utf8)), sampleRate: 16_000)
    #expect(detector.reportedLabels == reported)
  }

  @Test(arguments: mistakes)
  func aMistakeIsNamedWithItsPlace(_ mistake: (json: String, message: String)) {
    #expect(message(mistake.json) == mistake.message)
  }

  @Test(arguments: ["", "{", "{\"open\": NaN}", "{\"open\": 1e999}", "nonsense", "{} {}"])
  func whatIsNoJSONIsRefused(_ text: String) {
    #expect(message(text)?.hasPrefix("$: not valid JSON: ") == true)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: EventProfileError.self) { try EventProfile(json: [0x7B, 0xFF, 0xFE, 0x7D]) }
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: EventProfileError.self) { try EventProfile(json: Array(deep.utf8)) }
  }

  @Test func aHugeFileIsRefusedUnread() {
    let error = #expect(throws: EventProfileError.self) {
      try EventProfile(json: Array(repeating: 0x20, count: 2 << 20))
    }
    #expect(error?.description == "$: found 2097152 bytes, expected at most 1048576")
  }
}
