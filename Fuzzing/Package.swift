// swift-tools-version: 6.2
// Feeds random model files to the Core ML room; see ../Makefile, target fuzz.

import PackageDescription

let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "OpenSoundAnalysis", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzModel",
      dependencies: [.product(name: "CoreML", package: "OpenSoundAnalysis")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
