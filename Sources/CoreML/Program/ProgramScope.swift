/// The values that a block knows by name: its own, and those of the blocks around it.
final class ProgramScope {
  private let outer: ProgramScope?
  private var values: [String: ProgramValue]

  init(_ values: [String: ProgramValue] = [:], inside outer: ProgramScope? = nil) {
    self.values = values
    self.outer = outer
  }

  /// A value, the innermost of its name; new ones belong to this block alone.
  subscript(name: String) -> ProgramValue? {
    get {
      var scope = self
      while true {
        if let value = scope.values[name] { return value }
        guard let outer = scope.outer else { return nil }
        scope = outer
      }
    }
    set { values[name] = newValue }
  }
}
