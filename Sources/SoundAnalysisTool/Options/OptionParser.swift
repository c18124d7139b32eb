private import CSoup
private import Foundation
private import SoundAnalysis
import SoundEvents

/// Parses the arguments of one command and writes its help, through GLib's GOption.
///
/// Options and other arguments may be mixed; `--` ends the options, and `-` alone is an argument.
@safe final class OptionParser {
  private let command: String
  private let options: [Option]
  private let context: OpaquePointer
  // GLib keeps pointers to the names and descriptions.
  private let strings = StringStore()
  private var operands: [Argument] = []
  private var failure: UsageError?

  /// An option as the user gave it.
  struct Given: Equatable, Sendable {
    /// The option's long name, without the dashes.
    let name: String

    /// Its value; empty for a switch.
    let value: Argument
  }

  /// The options that the last call of `parse` met, in order.
  private(set) var given: [Given] = []

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - command: how it is called, such as `soundanalysis classify`.
  ///   - operands: what else it takes, such as `FILE...`.
  ///   - summary: what it does; lines of at most 80 columns.
  ///   - details: what the help says after the options.
  ///   - options: its options, in the order of the help.
  ///   - stopsAtOperand: whether every argument after the first operand is an operand too.
  init(
    command: String, operands: String, summary: String, details: String, options: [Option],
    stopsAtOperand: Bool = false
  ) {
    self.command = command
    self.options = options
    unsafe context = g_option_context_new(operands)
    unsafe g_option_context_set_summary(context, summary)
    unsafe g_option_context_set_description(context, details)
    // GLib's own --help would print and end the process.
    unsafe g_option_context_set_help_enabled(context, 0)
    unsafe g_option_context_set_strict_posix(context, stopsAtOperand ? 1 : 0)
    let group = unsafe g_option_group_new(
      nil, nil, nil, Unmanaged.passUnretained(self).toOpaque(), nil)
    let entries = unsafe options.map { unsafe entry(for: $0) } + [entry(for: nil), GOptionEntry()]
    unsafe g_option_group_add_entries(group, entries)
    unsafe g_option_context_set_main_group(context, group)
  }

  deinit { unsafe g_option_context_free(context) }

  /// The help: usage, summary, options, details.
  var help: String {
    unsafe g_set_prgname(command)
    guard let text = unsafe g_option_context_get_help(context, 1, nil) else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// Hands each option its value.
  ///
  /// - Returns: the arguments that are no options.
  func parse(_ arguments: [Argument]) throws(UsageError) -> [Argument] {
    operands = []
    given = []
    failure = nil
    unsafe g_set_prgname(command)
    // GLib frees the strings that it takes out, and moves the others to the front.
    var remaining = unsafe argumentVector([Argument(command)] + separatingShortValues(arguments))
    var error: UnsafeMutablePointer<GError>?
    let isParsed = unsafe g_option_context_parse_strv(context, &remaining, &error)
    defer {
      unsafe g_strfreev(remaining)
      unsafe g_clear_error(&error)
    }
    if let failure { throw failure }
    guard isParsed == 0 else { return operands }
    throw unsafe UsageError(describing: error, options: options)
  }

  /// Splits `-n2` into `-n` and `2`, which GLib takes for the options `-n` and `-2`.
  private func separatingShortValues(_ arguments: [Argument]) -> [Argument] {
    let valued = options.filter { $0.placeholder != nil }
    let letters = Set(valued.compactMap(\.letter?.asciiValue))
    var separated: [Argument] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.text == "--" { return separated + [argument] + rest }
      let bytes = argument.bytes
      let isShort = bytes.count >= 2 && bytes[0] == UInt8(ascii: "-") && letters.contains(bytes[1])
      if isShort && bytes.count > 2 {
        separated += [Argument(bytes: Array(bytes[..<2])), Argument(bytes: Array(bytes[2...]))]
        continue
      }
      separated.append(argument)
      // The next argument is a value, whatever it looks like.
      if isShort || valued.contains(where: { $0.spelling == argument.text }) {
        separated += rest.popFirst().map { [$0] } ?? []
      }
    }
    return separated
  }

  /// The entry of an option, or the one that collects the operands.
  private func entry(for option: Option?) -> GOptionEntry {
    var flags = G_OPTION_FLAG_FILENAME.rawValue
    if let option, option.placeholder == nil { flags |= G_OPTION_FLAG_NO_ARG.rawValue }
    return unsafe GOptionEntry(
      long_name: strings.keep(option?.name ?? ""),
      short_name: CChar(option?.letter?.asciiValue ?? 0),
      flags: Int32(flags), arg: G_OPTION_ARG_CALLBACK,
      arg_data: unsafeBitCast(takeArgument, to: gpointer.self),
      description: option.map { unsafe strings.keep($0.summary) },
      arg_description: option?.placeholder.map { unsafe strings.keep($0) })
  }

  /// Takes an option, spelt `--name` or `-n`, or an operand, whose spelling is empty.
  fileprivate func take(_ spelling: String, _ value: Argument) -> Bool {
    guard
      let option = options.first(where: {
        spelling == $0.spelling || spelling == $0.letter.map { "-\($0)" }
      })
    else {
      operands.append(value)
      return true
    }
    do {
      try option.accept(value)
      given.append(Given(name: option.name, value: value))
      return true
    } catch {
      failure = error
      return false
    }
  }
}

/// Hands an argument from GLib to its parser.
private let takeArgument: GOptionArgFunc = { spelling, value, parser, error in
  guard let parser = unsafe parser else { return 0 }
  let owner = unsafe Unmanaged<OptionParser>.fromOpaque(parser).takeUnretainedValue()
  let name = unsafe spelling.map { unsafe String(cString: $0) } ?? ""
  let argument = unsafe value.map { unsafe Argument(cString: $0) } ?? Argument("")
  if owner.take(name, argument) { return 1 }
  unsafe g_set_error_literal(
    error, g_option_error_quark(), gint(G_OPTION_ERROR_BAD_VALUE.rawValue), "illegal value")
  return 0
}

extension UsageError {
  /// Describes what GLib itself found wrong: an unknown option, or a missing value.
  @unsafe fileprivate init(describing error: UnsafePointer<GError>?, options: [Option]) {
    let text = unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "wrong usage"
    var message = text.prefix(1).lowercased() + text.dropFirst()
    if unsafe g_error_matches(
      error, g_option_error_quark(), gint(G_OPTION_ERROR_UNKNOWN_OPTION.rawValue)) != 0,
      let unknown = text.split(separator: " ").last
    {
      let near = options.map(\.spelling).nearest(to: String(unknown), count: 1)
      if !near.isEmpty { message += "; did you mean \(near.joinedAsAlternatives)?" }
    }
    self.init(VisibleText.text(message))
  }
}
