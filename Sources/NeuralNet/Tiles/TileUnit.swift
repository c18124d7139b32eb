private import CTiles

/// The processor's unit for products of tiles, which computes some convolutions and dense layers
/// several times faster than vectors do, to about 2^-17 of the size of their summands.
enum TileUnit {
  /// Whether plans that are made in this task use the unit where there is one.
  @TaskLocal static var isAllowed = true

  private static let isThere = osa_tiles_are_available()

  /// Whether plans use the unit.
  static var isInUse: Bool { isAllowed && isThere }

  /// The channels of one vector: the unit takes multiples of them.
  static let channelMultiple = 16

  /// Below this many multiplications, a layer does not pay for setting the unit up.
  static let fewestProducts = 1 << 14

  /// From this many pixels on, an image of a batch is computed without the others: it weighs more
  /// than the weights.
  static let fewestPixelsAlone = 128

  /// Whether the unit multiplies `rows` vectors of `inputs` numbers to `outputs` numbers each.
  static func suits(rows: Int, inputs: Int, outputs: Int) -> Bool {
    isInUse && inputs % channelMultiple == 0 && outputs >= channelMultiple
      && rows * inputs * outputs >= fewestProducts
  }
}
