extension EventProfile {
  /// What a detector listens for: each reported label in the model's order, then groups by name.
  func tracks(
    labels: [String], background: String?, sampleRate: Double
  ) throws(EventProfileError) -> [TrackSettings] {
    try check(rule, at: .root)
    let places = Dictionary(
      labels.enumerated().map { ($1, $0) }, uniquingKeysWith: { old, _ in old })
    var grouped: [String: String] = [:]
    var tracks: [TrackSettings] = []
    var groupTracks: [TrackSettings] = []
    for (name, members) in groups.sorted(by: { $0.key < $1.key }) {
      let path = JSONPath.root.key("groups").key(name)
      if name.isEmpty { throw EventProfileError(path, "a group needs a name") }
      if members.isEmpty { throw EventProfileError(path, "the group has no members") }
      if places[name] != nil, !members.contains(name) {
        throw EventProfileError(
          path,
          "'\(name)' is also a label, but not a member of the group; add it or rename the group")
      }
      var sources: [Int] = []
      for (index, member) in members.enumerated() {
        guard let place = places[member] else {
          throw .unknownLabel(member, known: labels, at: path.index(index))
        }
        if sources.contains(place) {
          throw EventProfileError(path.index(index), "'\(member)' is named twice")
        }
        sources.append(place)
        grouped[member] = grouped[member] ?? name
      }
      groupTracks.append(try track(name, sources, sampleRate))
    }
    for (index, label) in (ignored ?? []).enumerated() where places[label] == nil {
      throw .unknownLabel(label, known: labels, at: JSONPath.root.key("ignore").index(index))
    }
    try checkOverrides(places: places, grouped: grouped, labels: labels)
    let ignored = ignored ?? Self.ignoredByDefault + [background].compactMap(\.self)
    for (place, label) in labels.enumerated()
    where grouped[label] == nil && !ignored.contains(label) && places[label] == place {
      tracks.append(try track(label, [place], sampleRate))
    }
    return tracks + groupTracks
  }

  private func track(
    _ name: String, _ sources: [Int], _ sampleRate: Double
  ) throws(EventProfileError) -> TrackSettings {
    let own = overrides[name]?.applied(to: rule) ?? rule
    try check(own, at: JSONPath.root.key("labels").key(name))
    return TrackSettings(name: name, sources: sources, rule: own, sampleRate: sampleRate)
  }

  /// Refuses exceptions that would have no effect.
  private func checkOverrides(
    places: [String: Int], grouped: [String: String], labels: [String]
  ) throws(EventProfileError) {
    for name in overrides.keys.sorted() where groups[name] == nil {
      let path = JSONPath.root.key("labels").key(name)
      guard places[name] != nil else {
        throw .unknownLabel(name, known: labels + groups.keys.sorted(), at: path)
      }
      if let group = grouped[name] {
        throw EventProfileError(
          path, "'\(name)' is reported through the group '\(group)' only; state the group's values")
      }
      if ignored?.contains(name) == true {
        throw EventProfileError(path, "'\(name)' is ignored; remove it here or from $.ignore")
      }
    }
  }
}
