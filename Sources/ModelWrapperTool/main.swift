import CoreML
import Foundation
import ModelTools

// Writes the class for a model: what the build plugin runs. It links less than the whole command.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let model = arguments.first, let output = arguments.last else {
  FileHandle.standardError.write(Data("usage: ModelWrapperTool MODEL OUTPUT.swift\n".utf8))
  exit(2)
}
do {
  let url = URL(fileURLWithPath: model)
  let wrapper = SwiftWrapper(
    try MLModel(contentsOf: url).modelDescription,
    name: url.deletingPathExtension().lastPathComponent)
  try wrapper.source.write(to: URL(fileURLWithPath: output), atomically: true, encoding: .utf8)
} catch {
  FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
  exit(1)
}
