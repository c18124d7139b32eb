import AVFAudio
import CreateML
import SoundEvents
import Synchronization

/// `soundanalysis train`: trains a classifier on labelled recordings.
struct TrainCommand {
  private let options: TrainOptions
  private let files: TrainingFiles
  private let console: Console

  /// Runs the command on the arguments after `train`.
  static func run(_ arguments: [Argument], console: Console) -> ExitStatus {
    console.status(of: "soundanalysis train") {
      let (options, help) = try TrainOptions.parse(arguments)
      if options.wantsHelp { return try StandardOutput.print(help) }
      let command = TrainCommand(
        options: options, files: try TrainingFiles(options), console: console)
      return try command.run()
    }
  }

  private func run() throws -> ExitStatus {
    // What cannot be written is better known before the work than after it.
    let output = try OutputFile(path: options.output)
    for sentence in files.warnings { console.say(sentence) }
    let line = TrainingLine()
    let parameters = parameters()
    let training: SoundClassifierTraining
    do {
      training = try SoundClassifierTraining(.filesByLabel(files.byLabel), parameters) {
        line.show($0)
      }
    } catch let error as MLCreateError {
      throw UsageError(error.description)
    }
    let trained: TrainedClassifier
    do {
      trained = try training.train()
    } catch {
      line.clear()
      throw error
    }
    line.clear()
    for sentence in trained.warnings { console.say(sentence) }
    if !trained.hasConverged {
      console.say(
        "the \(options.maximumStepCount) steps of --max-iterations did not suffice to learn all "
          + "that can be learned")
    }
    let classifier = try MLSoundClassifier(trained: trained, parameters: parameters)
    let bytes = try classifier.specification(nil)
    try output.sink.write(bytes)
    try output.commit()
    let report = TrainReport(
      trained, validation: classifier.validationMetrics, threshold: options.threshold)
    _ = try StandardOutput.print(
      report.text + summary(trained, byteCount: bytes.count))
    return files.warnings.isEmpty && !trained.hasLeftOut ? .success : .failure
  }

  private func parameters() -> MLSoundClassifier.ModelParameters {
    MLSoundClassifier.ModelParameters(
      validation: options.validationShare == 0
        ? .none : .split(strategy: .fixed(ratio: options.validationShare, seed: options.seed)),
      maxIterations: options.maximumStepCount, overlapFactor: options.overlapFactor,
      featureExtractionTimeWindowSize: options.windowDuration,
      background: options.background == .none ? .none : .synthesized(seed: options.seed))
  }

  private func summary(_ trained: TrainedClassifier, byteCount: Int) -> String {
    let size = FixedDecimal.text(Double(byteCount) / 1e6, places: 2) ?? "?"
    let window = FixedDecimal.shortText(options.windowDuration) ?? "?"
    return "\(options.output.displayText): \(trained.labels.count) labels, windows of \(window) s, "
      + "\(size) MB\n"
  }
}

/// The one line on standard error that tells what a training does.
private final class TrainingLine: Sendable {
  private let isLive: Bool
  private let lastLength = Mutex(0)

  init() {
    if case .live = ProgressLine.style(isResultShown: false) {
      isLive = true
    } else {
      isLive = false
    }
  }

  /// Shows what is done now; without a terminal, only where something else begins.
  func show(_ progress: TrainingProgress) {
    let text =
      switch progress {
      case .hearing(let count, let total): "hearing \(count) of \(total) recordings"
      case .background: "making and hearing background"
      case .learning(let windowCount): "learning from \(windowCount) windows"
      }
    lastLength.withLock { length in
      if isLive {
        Console().pass("\r\(text)\u{1B}[K")
        length = text.count
      } else if case .hearing(let count, let total) = progress, count < total {
        return
      } else {
        Console().pass("soundanalysis: \(text)\n")
      }
    }
  }

  /// Takes the line away, so that something else can be said.
  func clear() {
    lastLength.withLock { length in
      if isLive, length > 0 { Console().pass("\r\u{1B}[K") }
      length = 0
    }
  }
}
