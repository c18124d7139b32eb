import Foundation

/// Compiles generated classes as a target of an app does.
enum WrapperCompiler {
  /// The modules of this build.
  private static let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("Modules")

  private static let compiler: String? = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is a compiler, and modules for it.
  static var isAvailable: Bool {
    compiler != nil
      && FileManager.default.fileExists(
        atPath: modules.appendingPathComponent("CoreML.swiftmodule").path)
  }

  /// What the compiler has to say about all sources together; nothing if they are fine.
  static func messages(for sources: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // What the package manager adds to a target with resources.
    let accessor = "extension Bundle { static var module: Bundle { .main } }"
    var files = ["module.swift": "import Foundation\n\(accessor)\n"]
    // CoreML hides these; the compiler wants to know that they are there.
    let hidden = ["CFFmpeg", "CLogMel", "COneDNN", "CTiles", "CCoreMLSpec"].map {
      "module \($0) {}\n"
    }.joined()
    files["module.modulemap"] = hidden
    for (index, source) in sources.enumerated() { files["wrapper\(index).swift"] = source }
    for (name, text) in files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler ?? "/usr/bin/swiftc")
    process.currentDirectoryURL = folder
    process.arguments =
      ["-typecheck", "-swift-version", "6", "-I", modules.path, "-I", folder.path]
      + files.keys.filter { $0.hasSuffix(".swift") }.sorted()
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    return process.terminationStatus == 0 ? "" : "status \(process.terminationStatus)\n\(text)"
  }
}
