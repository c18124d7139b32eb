// swift-tools-version: 6.2
// A program that carries its own Core ML sound classifier.

import PackageDescription

let package = Package(
  name: "ToneClassifier",
  dependencies: [.package(name: "OpenSoundAnalysis", path: "../..")],
  targets: [
    .executableTarget(
      name: "ToneClassifier",
      dependencies: [.product(name: "SoundAnalysis", package: "OpenSoundAnalysis")],
      resources: [.copy("SoundClassifier.mlmodel")],
      // Writes the class SoundClassifier from the model.
      plugins: [.plugin(name: "CoreMLModelPlugin", package: "OpenSoundAnalysis")])
  ]
)
