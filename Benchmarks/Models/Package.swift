// swift-tools-version: 6.2
// Runs a Core ML model many times; see compare.py.

import PackageDescription

let package = Package(
  name: "ModelBench",
  dependencies: [.package(name: "OpenSoundAnalysis", path: "../..")],
  targets: [
    .executableTarget(
      name: "ModelBench",
      dependencies: [.product(name: "CoreML", package: "OpenSoundAnalysis")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
