import SoundAnalysis

extension LiveSource {
  /// The source of live sound that the user named: `-`, an address, or the path of a pipe or a device.
  static func live(_ argument: Argument) throws(UsageError) -> LiveSource {
    if argument.text == "-" { return .bytes(.standardInput) }
    if let scheme = AudioAddress.scheme(in: argument) {
      guard let address = AudioAddress(argument.text) else {
        throw UsageError(
          "\(argument.displayText): expected an address without spaces that begins with "
            + AudioAddress.schemes.map { "\($0)://" }.joinedAsAlternatives
            + ", found \(VisibleText.text(scheme))://")
      }
      return .bytes(.address(address))
    }
    if FileIdentity(path: argument)?.kind == .regular {
      throw UsageError(
        "\(argument.displayText): expected a pipe, an address or options only; "
          + "'soundanalysis classify' takes files, and a microphone goes with --device")
    }
    return .bytes(argument.isText ? .file(path: argument.text) : .bytes(path: argument.bytes))
  }
}

extension AudioAddress {
  fileprivate static func scheme(in argument: Argument) -> String? {
    argument.isText ? scheme(of: argument.text) : nil
  }
}
