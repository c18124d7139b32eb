/// A label as people read it: `Acoustic Guitar` for `acoustic_guitar`.
func readableName(ofLabel label: String) -> String {
  label.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    .joined(separator: " ")
}
