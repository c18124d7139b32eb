/// The kinds of values that models take and give.
public enum MLFeatureType: Int, Sendable {
  /// No kind at all.
  case invalid = 0
  /// A whole number of 64 bits.
  case int64 = 1
  /// A number in double precision.
  case double = 2
  /// A text.
  case string = 3
  /// A picture; such models cannot run here.
  case image = 4
  /// An array of numbers with a shape.
  case multiArray = 5
  /// A number for each of some keys.
  case dictionary = 6
  /// A list of texts or whole numbers.
  case sequence = 7
  /// What a model remembers between predictions; such models cannot run here.
  case state = 8
}
