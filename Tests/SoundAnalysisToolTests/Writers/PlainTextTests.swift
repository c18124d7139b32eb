import SoundEvents
import Testing

@testable import SoundAnalysisTool

@Suite struct PlainTextTests {
  @Test(
    arguments: [
      (0, "0"), (3, "3"), (0.5, "0.5"), (0.975, "0.975"), (0.123_456_78, "0.123457"),
      (1e-9, "0"), (10, "10"), (-2.50, "-2.5"), (100, "100"),
    ] as [(Double, String)])
  func shortNumbersHaveNoZerosAtTheEnd(number: Double, expected: String) {
    #expect(FixedDecimal.shortText(number) == expected)
  }

  @Test(arguments: [
    ("acoustic_guitar", "Acoustic Guitar"), ("speech", "Speech"), ("tv_theme", "Tv Theme"),
    ("Dog barking", "Dog barking"), ("élan_vital", "Élan Vital"), ("a__b_", "A B"), ("", ""),
  ])
  func labelsBecomeReadable(label: String, expected: String) {
    #expect(readableName(ofLabel: label) == expected)
  }

  @Test(arguments: [
    ("plain é 🎸", "plain é 🎸"), ("a\nb", "a\\nb"), ("\u{1B}[2J", "\\u{1b}[2J"),
    ("\r\n", "\\r\\n"), ("\u{9B}31m", "\\u{9b}31m"), ("tab\t", "tab\\t"),
  ])
  func controlCharactersCannotReachTheTerminal(text: String, expected: String) {
    #expect(Argument(text).displayText == expected)
  }
}
