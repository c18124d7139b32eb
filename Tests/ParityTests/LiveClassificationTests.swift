// The live tutorial as app developers write it: engine, tap, serial queue, stream analyzer.

@preconcurrency import AVFoundation
import Dispatch
import Foundation
@preconcurrency import SoundAnalysis
import Testing

private final class LiveObserver: NSObject, SNResultsObserving, @unchecked Sendable {
  private let lock = NSLock()
  private var top: [String] = []

  var labels: [String] {
    lock.lock()
    defer { lock.unlock() }
    return top
  }

  func request(_ request: SNRequest, didProduce result: SNResult) {
    guard let result = result as? SNClassificationResult,
      let best = result.classifications.first
    else { return }
    lock.lock()
    top.append(best.identifier)
    lock.unlock()
  }
}

private final class LiveClassifier: @unchecked Sendable {
  private let audioEngine = AVAudioEngine()
  private let analysisQueue = DispatchQueue(label: "com.example.AnalysisQueue")
  private var analyzer: SNAudioStreamAnalyzer?
  private var retained: [(SNRequest, SNResultsObserving)]?

  func start(_ requests: [(SNRequest, SNResultsObserving)]) throws {
    stop()
    try autoreleasepool {
      let session = AVAudioSession.sharedInstance()
      try session.setCategory(.record, mode: .default)
      try session.setActive(true)

      let bus = AVAudioNodeBus(0)
      let format = audioEngine.inputNode.outputFormat(forBus: bus)
      let analyzer = SNAudioStreamAnalyzer(format: format)
      self.analyzer = analyzer
      for (request, observer) in requests {
        try analyzer.add(request, withObserver: observer)
      }
      retained = requests
      audioEngine.inputNode.installTap(
        onBus: bus, bufferSize: AVAudioFrameCount(4096), format: format
      ) { [analysisQueue] buffer, when in
        analysisQueue.async {
          analyzer.analyze(buffer, atAudioFramePosition: when.sampleTime)
        }
      }
      audioEngine.prepare()
      try audioEngine.start()
    }
  }

  func stop() {
    autoreleasepool {
      audioEngine.stop()
      audioEngine.inputNode.removeTap(onBus: 0)
      analyzer?.removeAllRequests()
      analyzer = nil
      retained = nil
      try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    }
  }
}

@Suite struct LiveClassificationTests {
  @Test func permissionIsAskedAsAppsDo() async {
    switch AVCaptureDevice.authorizationStatus(for: .audio) {
    case .notDetermined:
      Issue.record("a server asks nobody")
    case .denied, .restricted:
      Issue.record("nobody could have said no")
    case .authorized:
      break
    @unknown default:
      Issue.record("an unknown answer")
    }
    #expect(await AVCaptureDevice.requestAccess(for: .audio))
    #expect(await AVAudioApplication.requestRecordPermission())
  }

  @Test func engineFeedsTheAnalyzerOrSaysWhyNot() throws {
    let classifier = LiveClassifier()
    let observer = LiveObserver()
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    request.windowDuration = CMTimeMakeWithSeconds(0.5, preferredTimescale: 48_000)
    do {
      try classifier.start([(request, observer)])
      // There is a microphone: it is heard.
      let deadline = Date(timeIntervalSinceNow: 20)
      while observer.labels.isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.05) }
      #expect(!observer.labels.isEmpty)
    } catch SNError.invalidFormat {
      // There is none, as on most servers: the format has no rate.
      #expect(AVAudioEngine().inputNode.outputFormat(forBus: 0).sampleRate == 0)
    }
    classifier.stop()
    classifier.stop()
  }

  @Test func engineWithoutMicrophoneThrowsAnError() {
    let engine = AVAudioEngine()
    guard engine.inputNode.inputFormat(forBus: 0).sampleRate == 0 else { return }
    do {
      try engine.start()
      Issue.record("an engine without a microphone runs")
    } catch {
      let error = error as NSError
      #expect(error.domain == "com.apple.coreaudio.avfaudio")
      #expect(!error.localizedDescription.isEmpty)
    }
  }

  @Test func notificationsHaveTheirNames() {
    let names: [Notification.Name] = [
      AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
      AVAudioSession.mediaServicesWereLostNotification, .AVAudioEngineConfigurationChange,
    ]
    #expect(Set(names).count == 4)
  }
}
