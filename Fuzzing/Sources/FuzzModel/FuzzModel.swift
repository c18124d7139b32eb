import CoreML
import Foundation

/// The files of one run, in memory; every run overwrites them.
private let folder = URL(fileURLWithPath: "/dev/shm/osa-fuzz-\(getpid())")

/// The bytes before a model that has weights beside it: then come the length of the model in four
/// bytes, the model, and the weights.
private let packageMarker = Array("PKG1".utf8)

/// Arrays with more elements are not tried: a flipped bit may rightly ask for gigabytes.
private let largestInput = 1 << 16

/// Reads a model and, if that can be done, runs it on zeros. Errors are fine, all else is a find.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzModel(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let (model, weights) = parts(of: bytes)
  let weightFolder = folder.appendingPathComponent("weights")
  let file = folder.appendingPathComponent("model.bin")
  do {
    try FileManager.default.createDirectory(at: weightFolder, withIntermediateDirectories: true)
    // New files: an old one may still be mapped.
    let weightFile = weightFolder.appendingPathComponent("weight.bin")
    try? FileManager.default.removeItem(at: weightFile)
    try Data(weights).write(to: weightFile)
    try Data(model).write(to: file)
  } catch {
    fatalError("\(folder.path): \(error)")
  }
  do {
    try run(try MLModel(contentsOf: file))
  } catch is MLModelError {
  } catch {
    fatalError("an error of another kind: \(error)")
  }
  return 0
}

private func parts(of bytes: [UInt8]) -> (model: ArraySlice<UInt8>, weights: ArraySlice<UInt8>) {
  guard bytes.starts(with: packageMarker), bytes.count >= 8 else { return (bytes[...], []) }
  let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
  let end = min(8 + length, bytes.count)
  return (bytes[8..<end], bytes[end...])
}

private func run(_ model: MLModel) throws {
  var inputs: [String: Any] = [:]
  for (name, input) in model.modelDescription.inputDescriptionsByName {
    guard let constraint = input.multiArrayConstraint else { return }
    var count = 1
    for length in constraint.shape {
      count = count.multipliedReportingOverflow(by: length.intValue).partialValue
      guard (0...largestInput).contains(count) else { return }
    }
    inputs[name] = try MLMultiArray(shape: constraint.shape, dataType: .float32)
  }
  _ = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
}

/// libFuzzer's loop over inputs, which calls the function for each.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point, under the name that the package manager gives it.
@_cdecl("FuzzModel_main")
public func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments) { fuzzModel($0, $1) }
}
