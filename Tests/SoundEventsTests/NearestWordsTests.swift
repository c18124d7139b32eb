import Testing

@testable import SoundEvents

struct NearestWordsTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3),
    ("brak", "bark", 1), ("abcd", "acbd", 1), ("ca", "abc", 3), ("flaw", "lawn", 2),
  ])
  func editDistances(first: String, second: String, expected: Int) {
    #expect(editDistance(Array(first), Array(second)) == expected)
    #expect(editDistance(Array(second), Array(first)) == expected)
  }

  private let labels = ["dog", "dog_bark", "dog_howl", "dog_growl", "guitar", "acoustic_guitar"]

  @Test(arguments: [
    ("dog_brak", ["dog_bark"]), ("dgo", ["dog"]), ("guitr", ["guitar"]),
    ("bark", ["dog_bark"]), ("GUITAR", ["guitar", "acoustic_guitar"]), ("xylophone", []),
    ("", []), ("zz", []), ("Dog Grow", ["dog_growl"]), ("dog-bark", ["dog_bark"]),
  ])
  func findsWhatWasMeant(word: String, expected: [String]) {
    #expect(labels.nearest(to: word, count: 3) == expected)
  }
}
