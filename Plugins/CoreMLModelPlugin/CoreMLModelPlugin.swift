import Foundation
import PackagePlugin

/// Writes a Swift class for every Core ML model among the resources of a target.
@main
struct CoreMLModelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "ModelWrapperTool")
    let models = target.sourceFiles.map(\.url).filter {
      ["mlmodel", "mlpackage", "mlmodelc"].contains($0.pathExtension)
    }
    return models.map { model in
      let name = model.deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(name).swift")
      return .buildCommand(
        displayName: "Writing the class of \(model.lastPathComponent)", executable: tool.url,
        arguments: [model.path, output.path], inputFiles: [model], outputFiles: [output])
    }
  }
}
