/// What a caller chooses when a model is read.
struct ModelChoices {
  /// The function of an ML Program; nil for its default.
  var functionName: String?
  /// How many neighbours a nearest neighbours classifier asks; nil for the file's number.
  var neighborCount: Int?
}
