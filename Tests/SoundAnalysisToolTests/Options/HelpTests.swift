import Testing

@testable import SoundAnalysisTool

@Suite struct HelpTests {
  @Test func theHelpNamesEveryOptionWithItsValue() throws {
    let help = try ClassifyOptions.parse([Argument("--help")]).help
    #expect(help.hasPrefix("Usage:\n  soundanalysis classify [OPTION…] FILE…\n"))
    for option in [
      "-w, --window=SECONDS", "--overlap=F", "-n, --top=N", "-c, --min-confidence=P",
      "-l, --labels=A,B", "-m, --model=FILE", "-f, --format=FORMAT",
      "-o, --output=FILE", "-e, --events", "-p, --profile=FILE", "--merge-into=FILE",
      "--level-gate=DB", "--from=LIST", "-j, --jobs=N", "--resume", "--failures=FILE",
      "--profile-time", "-h, --help",
    ] {
      #expect(help.contains("\n  \(option) "), "\(option)")
    }
    #expect(help.contains("Examples:\n  soundanalysis classify "))
    #expect(help.contains("Exit status: 0 all well, 1 a file failed, 2 wrong usage."))
    #expect(help.contains("An interrupted run writes what it heard: 130, by SIGTERM 143, "))
  }

  @Test func aParserCanWriteItsHelpAndParseManyTimes() throws {
    var values: [String] = []
    let parser = OptionParser(
      command: "tool", operands: "THING", summary: "Does.", details: "",
      options: [Option("value", placeholder: "V", summary: "A value") { values.append($0.text) }])
    for round in 1...3 {
      let operands = try parser.parse([Argument("--value=\(round)"), Argument("x")])
      #expect(operands == [Argument("x")])
      #expect(parser.help.contains("--value=V"))
    }
    #expect(values == ["1", "2", "3"])
  }

  @Test func everythingAfterTheFirstOperandIsAnOperandIfAsked() throws {
    let parser = OptionParser(
      command: "tool", operands: "COMMAND", summary: "", details: "", options: [],
      stopsAtOperand: true)
    let arguments = ["classify", "--top", "3", "--", "-x"].map { Argument($0) }
    #expect(try parser.parse(arguments) == arguments)
  }
}
