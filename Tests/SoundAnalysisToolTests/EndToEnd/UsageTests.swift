import Foundation
import Testing

@Suite struct UsageTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["classify", "--help"], ["classify", "-h", "x.wav"],
    ["help", "classify"], ["labels", "--help"], ["help", "labels"], ["plot", "--help"],
    ["help", "plot"], ["model", "--help"],
  ])
  func helpGoesToStandardOutputAndFitsATerminal(arguments: [String]) throws {
    let outcome = try tool.run(arguments)
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(outcome.text.hasPrefix("Usage:\n  soundanalysis "))
    #expect(outcome.text.hasSuffix("\n") && !outcome.text.hasSuffix("\n\n"))
    for line in outcome.text.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last?.isWhitespace == false, "\(line)")
    }
  }

  @Test func versionIsOneLine() throws {
    let outcome = try tool.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.text.wholeMatch(of: /soundanalysis \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    (
      [],
      "no command given: expected classify, listen, plot, evaluate, train, labels, model or serve "
        + "(see 'soundanalysis --help')"
    ),
    (["clasify"], "there is no command 'clasify'; did you mean 'classify'?"),
    (["a.wav"], "'a.wav' is no command; for a file, write classify before its name"),
    (["--verison"], "unknown option --verison; did you mean --version?"),
    (["classify"], "no file given: expected names of files or folders, or - for standard input"),
    (
      ["classify", "--overlap", "1", "x.wav"],
      "--overlap 1: expected a number from 0 to less than 1"
    ),
    (
      ["classify", "--window", "20", "x.wav"],
      "--window 20: expected 0.5 to 15 seconds, which is what the built-in classifier takes"
    ),
    (["classify", "--labels", "dog_brak", "x.wav"], "did you mean dog_bark?"),
    (["plot", "x.wav"], "no --output given: expected a name that ends with .png or .svg"),
    (
      ["plot", "-o", "x.gif", "x.wav"],
      "--output x.gif: expected a name that ends with .png or .svg"
    ),
    (["plot", "-o", "png", "x.wav"], "--output png: expected a name that ends with .png or .svg"),
    (["plot", "-o", "a.png"], "expected the name of one recording, found 0"),
    (["plot", "-o", "a.png", "x.wav", "y.wav"], "expected the name of one recording, found 2"),
    (["plot", "-o", "a.png", "-"], "-: a plot reads the recording twice"),
    (["plot", "-o", "a.png", "--width", "10", "x.wav"], "--width 10: expected a number from 240"),
    (["plot", "-o", "a.png", "--scale", "99", "x.wav"], "--scale 99: expected a number from 0.5"),
    (
      ["plot", "-o", "a.png", "--width", "6000", "--height", "6000", "x.wav"],
      "found a picture of 12000 x 12000 dots, expected at most 25 million"
    ),
    (
      ["serve", "--allow-host", ""],
      "--allow-host '': expected a name without scheme, port or path, such as sounds.example"
    ),
    (
      ["serve", "--allow-host", "http://x"], "--allow-host http://x: expected a name without scheme"
    ),
    (["labels", "x"], "x: expected options only; a model goes with --model"),
    (["labels", "--top", "3"], "unknown option --top"),
  ])
  func aWrongCallIsOneLineAndStatus2(arguments: [String], expected: String) throws {
    let outcome = try tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messageLines.count == 1, "\(outcome.messages)")
    #expect(outcome.messages.hasPrefix("soundanalysis: "))
    #expect(outcome.messages.contains(expected), "\(outcome.messages)")
    let topic =
      ["classify", "labels", "plot", "serve"].contains(arguments.first) ? " \(arguments[0])" : ""
    #expect(outcome.messages.hasSuffix("(see 'soundanalysis\(topic) --help')\n"))
  }

  @Test func anOutputThatIsAnInputIsRefused() throws {
    let file = try tool.writeNoise(seconds: 3)
    let before = try Data(contentsOf: file)
    let outcome = try tool.run(["classify", "noise.wav", "-o", "./noise.wav"])
    #expect(outcome.status == 2)
    #expect(
      outcome.messages.contains("--output ./noise.wav: expected another file than the input"))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func anOutputThatIsStandardInputIsRefused() throws {
    let file = try tool.writeNoise(seconds: 3)
    let before = try Data(contentsOf: file)
    let outcome = try tool.run(["classify", "-", "-o", "./noise.wav"], input: file)
    #expect(outcome.status == 2)
    #expect(
      outcome.messages.contains("--output ./noise.wav: expected another file than the input -"))
    #expect(try Data(contentsOf: file) == before)
    #expect(try tool.run(["classify", "-", "-o", "out.txt"], input: file).status == 0)
  }
}
