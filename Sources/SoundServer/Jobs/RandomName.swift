/// Names that nobody guesses.
enum RandomName {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// 26 letters and digits: 130 bits from the system's generator.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<26).map { _ in letters[Int.random(in: 0..<32, using: &generator)] })
  }
}
