import CoreML
import Foundation

// usage: ModelBench MODEL                      times loading and compiling
//        ModelBench MODEL INPUT OUTPUT RUNS    runs on the floats of INPUT, writes those of OUTPUT
// Times go to standard output in milliseconds, one a line, the smallest of all rounds last.

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let duration = try clock.measure(body)
  return Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1e3
}

let arguments = CommandLine.arguments
let url = URL(fileURLWithPath: arguments[1])
if arguments.count == 2 {
  var compiled = url
  let compiling = try milliseconds { compiled = try MLModel.compileModel(at: url) }
  defer { try? FileManager.default.removeItem(at: compiled.deletingLastPathComponent()) }
  let loads = try (0..<20).map { _ in
    try milliseconds { _ = try MLModel(contentsOf: compiled) }
  }
  let originals = try (0..<20).map { _ in try milliseconds { _ = try MLModel(contentsOf: url) } }
  print("compile, first time: \(compiling)")
  print("load, compiled: first \(loads[0]), median \(loads.sorted()[10])")
  print("load, original: first \(originals[0]), median \(originals.sorted()[10])")
  exit(0)
}

let model = try MLModel(contentsOf: url)
let description = model.modelDescription
guard let input = description.inputDescriptionsByName.values.first,
  let constraint = input.multiArrayConstraint,
  let outputName = description.outputDescriptionsByName.keys.first, let runs = Int(arguments[4])
else { fatalError("a model from one array to another") }
let bytes = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
let numbers = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
let array = MLMultiArray(
  MLShapedArray<Float>(scalars: numbers, shape: constraint.shape.map(\.intValue)))
let features = try MLDictionaryFeatureProvider(dictionary: [input.name: array])
var result = try model.prediction(from: features)
var best = Double.infinity
for _ in 0..<10 {
  let round = try milliseconds {
    for _ in 0..<runs { result = try model.prediction(from: features) }
  }
  best = min(best, round / Double(runs))
}
print(best)
guard let output = result.featureValue(for: outputName)?.multiArrayValue else {
  fatalError("no array")
}
let scalars = MLShapedArray<Float>(converting: output).scalars
try scalars.withUnsafeBufferPointer {
  try Data(buffer: $0).write(to: URL(fileURLWithPath: arguments[3]))
}
