// swift-tools-version: 6.2
// The rooms of the house and the edges between them; Documentation/Architecture.md draws the picture.

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "OpenSoundAnalysis",
  products: [
    .library(name: "SoundAnalysis", targets: ["SoundAnalysis"]),
    .library(name: "CreateML", targets: ["CreateML"]),
    .library(name: "CoreML", targets: ["CoreML"]),
    .library(name: "AVFoundation", targets: ["AVFoundation", "AVFAudio"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .executable(name: "soundanalysis", targets: ["SoundAnalysisTool"]),
    .plugin(name: "CoreMLModelPlugin", targets: ["CoreMLModelPlugin"]),
  ],
  targets: [
    // C libraries, each behind one wall.
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat",
      providers: [
        .apt([
          "libavdevice-dev", "libavformat-dev", "libavcodec-dev", "libavfilter-dev",
          "libavutil-dev",
          "libswresample-dev",
        ])
      ]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
    .target(name: "COneDNN", linkerSettings: [.linkedLibrary("dnnl")]),
    .target(name: "CLogMel"),
    .target(name: "CTiles"),
    .target(
      name: "CCoreMLSpec", exclude: ["Proto"], linkerSettings: [.linkedLibrary("protobuf-c")]),

    // Leaves: time, signal processing, networks.
    .target(name: "CoreMedia", swiftSettings: strict),
    .target(name: "DSP", dependencies: ["CFFmpeg", "CLogMel"], swiftSettings: strict),
    .target(name: "NeuralNet", dependencies: ["COneDNN", "CTiles"], swiftSettings: strict),

    // Apple's words: samples, models, results.
    .target(name: "AVFAudio", dependencies: ["CFFmpeg", "CoreMedia"], swiftSettings: strict),
    .target(name: "AVFoundation", dependencies: ["AVFAudio", "CoreMedia"], swiftSettings: strict),
    .target(
      name: "CoreML", dependencies: ["NeuralNet", "DSP", "CCoreMLSpec"], swiftSettings: strict),
    .target(
      name: "SoundAnalysis", dependencies: ["AVFAudio", "CoreML", "CoreMedia", "DSP"],
      resources: [.copy("Resources/SoundClassifierVersion1.mlmodel")], swiftSettings: strict),

    // Labelled sounds -> a model file.
    .target(
      name: "CreateML", dependencies: ["SoundAnalysis", "AVFAudio", "CoreML", "NeuralNet"],
      swiftSettings: strict),

    // Results -> events -> outputs.
    .target(name: "SoundEvents", dependencies: ["SoundAnalysis"], swiftSettings: strict),

    // Results against labels -> figures -> reports.
    .target(
      name: "SoundEvaluation", dependencies: ["SoundEvents", "AVFAudio"], swiftSettings: strict),

    // The house on the network.
    .target(
      name: "SoundServer",
      dependencies: ["SoundAnalysis", "AVFAudio", "SoundEvents", "DSP", "CSoup"],
      resources: [.copy("Web")], swiftSettings: strict),

    // Tools for models: a report, a Swift class; the plugin writes the class while a target builds.
    .target(name: "ModelTools", dependencies: ["CoreML"], swiftSettings: strict),
    .executableTarget(
      name: "ModelWrapperTool", dependencies: ["ModelTools", "CoreML"], swiftSettings: strict),
    .plugin(
      name: "CoreMLModelPlugin", capability: .buildTool(), dependencies: ["ModelWrapperTool"]),

    // The front door.
    .executableTarget(
      name: "SoundAnalysisTool",
      dependencies: [
        "SoundAnalysis", "SoundEvents", "SoundEvaluation", "SoundServer", "ModelTools", "CreateML",
        "DSP", "CPango",
        "CSoup",
      ],
      swiftSettings: strict),

    // What a live stream costs; run by Benchmarks/stream.sh.
    .executableTarget(
      name: "StreamBenchmark", dependencies: ["SoundAnalysis"], path: "Benchmarks/Stream",
      swiftSettings: strict),

    // Tests: one target a room.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "CoreMediaTests", dependencies: ["CoreMedia", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "DSPTests", dependencies: ["DSP", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "NeuralNetTests", dependencies: ["NeuralNet", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AVFAudioTests", dependencies: ["AVFAudio", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CoreMLTests", dependencies: ["CoreML", "NeuralNet", "CCoreMLSpec", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "ModelToolsTests", dependencies: ["ModelTools", "CoreML", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SoundAnalysisTests", dependencies: ["SoundAnalysis", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "CreateMLTests",
      dependencies: ["CreateML", "SoundAnalysis", "NeuralNet", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    // Written as app developers write, so without this package's own strictness.
    .testTarget(
      name: "ParityTests", dependencies: ["SoundAnalysis", "AVFoundation"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "SoundEventsTests", dependencies: ["SoundEvents", "TestSupport"], exclude: ["Goldens"],
      swiftSettings: strict),
    .testTarget(
      name: "SoundEvaluationTests", dependencies: ["SoundEvaluation", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "SoundServerTests", dependencies: ["SoundServer", "SoundEvents", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SoundAnalysisToolTests",
      dependencies: ["SoundAnalysisTool", "SoundAnalysis", "SoundEvents", "TestSupport"],
      swiftSettings: strict),
  ]
)
