extension EventProfile {
  /// The most bytes that a profile file may hold.
  package static let largestFile = 1 << 20

  private static let ruleKeys = [
    "open", "close", "smoothing", "minimum_length", "maximum_gap", "fill",
  ]
  private static let keys = ruleKeys + ["ignore", "groups", "labels"]

  /// Reads a profile from the bytes of a JSON file; unknown keys are refused.
  ///
  /// Numbers and labels are checked when a detector is made, which knows the model's labels.
  ///
  /// - Throws: What is wrong, with its place in the file.
  package init(json bytes: [UInt8]) throws(EventProfileError) {
    guard bytes.count <= Self.largestFile else {
      throw EventProfileError(
        .root, "found \(bytes.count) bytes, expected at most \(Self.largestFile)")
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let document = try JSONValue.parse(hasMark ? Array(bytes.dropFirst(3)) : bytes)
    let members = try document.object(at: .root)
    for key in members.keys.sorted() where !Self.keys.contains(key) {
      throw .unknownKey(key, allowed: Self.keys, at: .root)
    }
    self.init()
    rule = try RuleChange(members, at: .root).applied(to: rule)
    if let value = members["ignore"] {
      ignored = try value.strings(at: JSONPath.root.key("ignore"))
    }
    if let value = members["groups"] {
      let path = JSONPath.root.key("groups")
      for (name, list) in try value.object(at: path).sorted(by: { $0.key < $1.key }) {
        groups[name] = try list.strings(at: path.key(name))
      }
    }
    if let value = members["labels"] {
      let path = JSONPath.root.key("labels")
      for (name, change) in try value.object(at: path).sorted(by: { $0.key < $1.key }) {
        let members = try change.object(at: path.key(name))
        for key in members.keys.sorted() where !Self.ruleKeys.contains(key) {
          throw .unknownKey(key, allowed: Self.ruleKeys, at: path.key(name))
        }
        overrides[name] = try RuleChange(members, at: path.key(name))
      }
    }
  }
}

extension RuleChange {
  fileprivate init(
    _ members: [String: JSONValue], at path: JSONPath
  ) throws(EventProfileError) {
    self.init()
    openThreshold = try members["open"]?.number(at: path.key("open")).asFloat
    closeThreshold = try members["close"]?.number(at: path.key("close")).asFloat
    minimumDuration = try members["minimum_length"]?.number(at: path.key("minimum_length"))
    maximumGap = try members["maximum_gap"]?.number(at: path.key("maximum_gap"))
    fill = try members["fill"]?.number(at: path.key("fill"))
    smoothing = try members["smoothing"]?.smoothing(at: path.key("smoothing"))
  }
}

extension Double {
  fileprivate var asFloat: Float { Float(self) }
}

extension JSONValue {
  fileprivate func object(at path: JSONPath) throws(EventProfileError) -> [String: JSONValue] {
    guard case .object(let members) = self else { throw wrongType(at: path, "an object") }
    return members
  }

  fileprivate func number(at path: JSONPath) throws(EventProfileError) -> Double {
    guard case .number(let value) = self else { throw wrongType(at: path, "a number") }
    return value
  }

  fileprivate func strings(at path: JSONPath) throws(EventProfileError) -> [String] {
    guard case .array(let values) = self else { throw wrongType(at: path, "an array of labels") }
    var strings: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else {
        throw value.wrongType(at: path.index(index), "a label")
      }
      strings.append(text)
    }
    return strings
  }

  fileprivate func smoothing(at path: JSONPath) throws(EventProfileError) -> ScoreSmoothing {
    let expected = "\"none\", {\"median\": COUNT} or {\"exponential\": WEIGHT}"
    switch self {
    case .string("none"):
      return .none
    case .object(let members) where members.count == 1:
      if let value = members["median"] {
        let number = try value.number(at: path.key("median"))
        guard let count = Int(exactly: number) else {
          throw EventProfileError(path.key("median"), "found \(number), expected a whole number")
        }
        return .median(count: count)
      }
      if let value = members["exponential"] {
        return .exponential(weight: try value.number(at: path.key("exponential")).asFloat)
      }
      throw EventProfileError(path, "expected \(expected)")
    case .string(let text):
      throw EventProfileError(path, "found '\(text)', expected \(expected)")
    default:
      throw wrongType(at: path, expected)
    }
  }

  private func wrongType(at path: JSONPath, _ expected: String) -> EventProfileError {
    EventProfileError(path, "found \(kind), expected \(expected)")
  }
}
