import SoundEvents

/// What is checked of the recordings of a call once all are found, before any work.
struct InputPlan {
  let options: ClassifyOptions

  /// The recordings, each once where it has a file of its own.
  ///
  /// - Throws: where results would have the name of others, or of what is read.
  func inputs(of list: InputList) throws(UsageError) -> [BatchInput] {
    let inputs =
      if let folder = options.outputFolder { try inputs(of: list, into: folder) } else {
        list.inputs
      }
    if options.holdsOneRecording, inputs.count > 1 {
      throw options.severalRecordings(inputs.count)
    }
    // Found files that are no recordings may well be earlier results.
    try options.outputs.checkThatNoneIs(
      among: inputs.lazy.filter { !$0.isFound || $0.isNamedAsRecording }.map(\.path))
    try checkThatTheFailuresAreNoResults(of: inputs)
    return inputs
  }

  private func inputs(
    of list: InputList, into folder: Argument
  ) throws(UsageError) -> [BatchInput] {
    var paths: [[UInt8]: Argument] = [:]
    var planned: [BatchInput] = []
    for input in list.inputs {
      guard !input.isStandardInput else {
        throw UsageError(
          option: "--output", value: folder.displayText,
          expected: "a file for the results of standard input, found a folder")
      }
      guard let other = paths[input.place] else {
        paths[input.place] = input.path
        planned.append(input)
        continue
      }
      guard isSame(other, input.path) else {
        throw UsageError(
          "--output \(folder.displayText): the results of \(other.displayText) and "
            + "\(input.path.displayText) would have the same name; call the command once for each")
      }
    }
    for input in planned {
      guard let other = paths[input.partialPlace] else { continue }
      throw UsageError(
        "--output \(folder.displayText): partial results of \(input.path.displayText) and the results "
          + "of \(other.displayText) would have the same name; call the command once for each")
    }
    return planned
  }

  /// Whether two names are of one file, so that it need not be heard twice.
  private func isSame(_ first: Argument, _ second: Argument) -> Bool {
    if first == second { return true }
    guard let identity = FileIdentity(path: first) else { return false }
    return identity == FileIdentity(path: second)
  }

  private func checkThatTheFailuresAreNoResults(of inputs: [BatchInput]) throws(UsageError) {
    guard let folder = options.outputFolder, let list = options.failureList,
      let place = FilePlace(list)
    else { return }
    let name = list.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let ending = Array(".\(options.fileExtension)".utf8)
    for input in inputs {
      for result in [input.place + ending, input.partialPlace + ending]
      where result.suffix(name.count) == name && FilePlace(folder.appending(result)) == place {
        throw UsageError(
          option: "--failures", value: list.displayText,
          expected: "another file than the results of \(input.path.displayText)")
      }
    }
  }
}
