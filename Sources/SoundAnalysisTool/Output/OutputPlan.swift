/// What a command is going to write, by the options that name it.
struct OutputPlan {
  /// The options and what they name, in the order of the checks.
  let outputs: [(option: String, path: Argument)]

  /// Takes the options that were given.
  init(_ outputs: [(option: String, path: Argument?)]) {
    self.outputs = outputs.compactMap { output in output.path.map { (output.option, $0) } }
  }

  /// Refuses two outputs with one place.
  func checkThatAllDiffer() throws(UsageError) {
    var seen: [(option: String, place: FilePlace)] = []
    for output in outputs {
      guard let place = FilePlace(output.path) else { continue }
      if let other = seen.first(where: { $0.place == place }) {
        throw UsageError(
          option: output.option, value: output.path.displayText,
          expected: "another file than that of \(other.option)")
      }
      seen.append((output.option, place))
    }
  }

  /// Refuses to write over what is to be read.
  func checkThatNoneIs(among inputs: some Sequence<Argument>) throws(UsageError) {
    for output in outputs {
      guard let identity = FileIdentity(path: output.path), identity.kind == .regular else {
        continue
      }
      guard let input = inputs.first(where: { FileIdentity(input: $0) == identity }) else {
        continue
      }
      throw UsageError(
        option: output.option, value: output.path.displayText,
        expected: "another file than the input \(input.displayText)")
    }
  }
}
