// Numbers and names that programs store in files or switch over: those of Apple's published headers.

import AVFoundation
import CoreML
import CoreMedia
import Foundation
import SoundAnalysis
import Testing

/// The number that four letters spell.
private func code(_ letters: String) -> UInt32 {
  letters.unicodeScalars.reduce(0) { $0 << 8 | $1.value }
}

private protocol OldNames {
  var times: [CMTime] { get }
  var ranges: [CMTimeRange] { get }
}

private struct OldTimes: OldNames {
  @available(*, deprecated)
  var times: [CMTime] {
    [
      kCMTimeZero, kCMTimeInvalid, kCMTimeIndefinite, kCMTimePositiveInfinity,
      kCMTimeNegativeInfinity,
    ]
  }

  @available(*, deprecated)
  var ranges: [CMTimeRange] { [kCMTimeRangeZero, kCMTimeRangeInvalid] }
}

@Suite struct ConstantTests {
  @Test(arguments: [
    (kAudioFormatLinearPCM, "lpcm"), (kAudioFormatMPEG4AAC, "aac "),
    (kAudioFormatAppleLossless, "alac"), (kAudioFormatFLAC, "flac"), (kAudioFormatOpus, "opus"),
    (kAudioFormatMPEGLayer2, ".mp2"), (kAudioFormatMPEGLayer3, ".mp3"), (kAudioFormatAC3, "ac-3"),
    (kAudioFormatULaw, "ulaw"), (kAudioFormatALaw, "alaw"), (kAudioFormatAppleIMA4, "ima4"),
  ])
  func formatsAreFourLetters(format: AudioFormatID, letters: String) {
    #expect(format == code(letters))
  }

  @Test func formatFlagsAreSingleBits() {
    let flags: [AudioFormatFlags] = [
      kAudioFormatFlagIsFloat, kAudioFormatFlagIsBigEndian, kAudioFormatFlagIsSignedInteger,
      kAudioFormatFlagIsPacked, kAudioFormatFlagIsNonInterleaved,
    ]
    #expect(flags == [1, 2, 4, 8, 32])
  }

  @Test func layoutTagsCountTheirChannels() {
    let tags: [AudioChannelLayoutTag] = [
      kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo,
      kAudioChannelLayoutTag_Quadraphonic, kAudioChannelLayoutTag_MPEG_5_1_A,
      kAudioChannelLayoutTag_MPEG_7_1_A, kAudioChannelLayoutTag_DiscreteInOrder | 3,
      kAudioChannelLayoutTag_Unknown | 2,
    ]
    #expect(tags.map { $0 >> 16 } == [100, 101, 108, 121, 126, 147, 0xFFFF])
    #expect(tags.map { $0 & 0xFFFF } == [1, 2, 4, 6, 8, 3, 2])
  }

  @Test func settingsKeysHaveTheirNames() {
    let keys = [
      AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVChannelLayoutKey,
      AVLinearPCMBitDepthKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey,
      AVLinearPCMIsNonInterleaved, AVEncoderBitRateKey, AVEncoderBitDepthHintKey,
    ]
    #expect(
      keys == [
        "AVFormatIDKey", "AVSampleRateKey", "AVNumberOfChannelsKey", "AVChannelLayoutKey",
        "AVLinearPCMBitDepthKey", "AVLinearPCMIsBigEndianKey", "AVLinearPCMIsFloatKey",
        "AVLinearPCMIsNonInterleaved", "AVEncoderBitRateKey", "AVEncoderBitDepthHintKey",
      ])
    #expect(AVEncoderAudioQualityKey == "AVEncoderQualityKey")
  }

  @Test func audioEnumerationsHaveTheirNumbers() {
    #expect(
      [AVAudioQuality.min, .low, .medium, .high, .max].map(\.rawValue) == [0, 32, 64, 96, 127])
    #expect(AVAudioQuality(rawValue: 64) == .medium)
    let input: [AVAudioConverterInputStatus] = [.haveData, .noDataNow, .endOfStream]
    #expect(input == (0...2).map { AVAudioConverterInputStatus(rawValue: $0) })
    let output: [AVAudioConverterOutputStatus] = [.haveData, .inputRanDry, .endOfStream, .error]
    #expect(output == (0...3).map { AVAudioConverterOutputStatus(rawValue: $0) })
    #expect(AVAudioCommonFormat(rawValue: 3) == .pcmFormatInt16)
  }

  @Test func sessionWordsAreTheSystems() {
    let categories: [AVAudioSession.Category] = [
      .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
    ]
    #expect(Set(categories).count == 6)
    #expect(AVAudioSession.Category(rawValue: "AVAudioSessionCategoryRecord") == .record)
    #expect(categories.allSatisfy { $0.rawValue.hasPrefix("AVAudioSessionCategory") })
    let modes: [AVAudioSession.Mode] = [
      .default, .measurement, .voiceChat, .videoChat, .videoRecording, .spokenAudio,
    ]
    #expect(Set(modes).count == 6)
    #expect(AVAudioSession.Mode(rawValue: "AVAudioSessionModeMeasurement") == .measurement)
    let options: [AVAudioSession.CategoryOptions] = [
      .mixWithOthers, .duckOthers, .allowBluetooth, .defaultToSpeaker,
      .interruptSpokenAudioAndMixWithOthers, .allowBluetoothA2DP, .allowAirPlay,
    ]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8, 17, 32, 64])
    #expect(AVAudioSession.CategoryOptions(rawValue: 3) == [.mixWithOthers, .duckOthers])
    #expect(
      AVAudioSession.SetActiveOptions(rawValue: 1) == .notifyOthersOnDeactivation)
    #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
    let permissions: [AVAudioSession.RecordPermission] = [.undetermined, .denied, .granted]
    #expect(permissions.map(\.rawValue) == ["undt", "deny", "grnt"].map { UInt(code($0)) })
    #expect(AVAudioSession.RecordPermission(rawValue: UInt(code("grnt"))) == .granted)
    let answers: [AVAudioApplication.recordPermission] = [.undetermined, .denied, .granted]
    #expect(answers.map(\.rawValue) == ["undt", "deny", "grnt"].map { Int(code($0)) })
    #expect(AVAudioApplication.recordPermission(rawValue: Int(code("deny"))) == .denied)
    #expect(AVAudioSession.InterruptionType(rawValue: 0) == .ended)
    #expect(AVAudioSession.InterruptionType.began.rawValue == 1)
    #expect(AVAudioSessionInterruptionTypeKey == "AVAudioSessionInterruptionTypeKey")
    #expect(
      AVAudioSession.mediaServicesWereResetNotification
        != AVAudioSession.mediaServicesWereLostNotification)
  }

  @Test func captureWordsAreTheSystems() {
    #expect(AVMediaType.audio.rawValue == "soun")
    #expect(AVMediaType.video == AVMediaType(rawValue: "vide"))
    let answers: [AVAuthorizationStatus] = [.notDetermined, .restricted, .denied, .authorized]
    #expect(answers == (0...3).map { AVAuthorizationStatus(rawValue: $0) })
  }

  @Test func oldNamesOfTimesMeanTheNewOnes() {
    // Through the protocol, for programs that use them are warned.
    let old: any OldNames = OldTimes()
    #expect(old.times == [.zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity])
    #expect(old.ranges == [.zero, .invalid])
    let (value, scale, epoch): (CMTimeValue, CMTimeScale, CMTimeEpoch) = (1, 2, 3)
    #expect(CMTimeMakeWithEpoch(value: value, timescale: scale, epoch: epoch).epoch == 3)
  }

  @Test func errorsHaveTheirDomainsAndNumbers() {
    #expect(SNErrorDomain == "com.apple.SoundAnalysis")
    #expect(SNError.errorDomain == SNErrorDomain)
    let error = SNError(.invalidFile, userInfo: ["key": "value"])
    #expect(error.errorCode == 5)
    #expect(error.errorUserInfo["key"] as? String == "value")
    #expect(SNError.Code.invalidFile ~= error)
    #expect(MLModelErrorDomain == "com.apple.CoreML")
    #expect(MLModelError.errorDomain == MLModelErrorDomain)
    let codes: [MLModelError.Code] = [
      MLModelError.generic, MLModelError.featureType, MLModelError.io, MLModelError.customLayer,
      MLModelError.customModel, MLModelError.update, MLModelError.parameters,
      MLModelError.modelDecryptionKeyFetch, MLModelError.modelDecryption,
      MLModelError.modelCollection, MLModelError.predictionCancelled,
    ]
    #expect(codes.map(\.rawValue) == [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    #expect(MLModelError.Code(rawValue: 2) == nil)
  }

  @Test func failureOfAModelIsMatchedByItsCode() {
    do {
      _ = try MLModel(contentsOf: URL(fileURLWithPath: "/nowhere/at/all.mlmodelc"))
      Issue.record("loaded a model that does not exist")
    } catch MLModelError.io {
    } catch {
      Issue.record("expected MLModelError.io, found \(error)")
    }
    do {
      _ = try MLModel(contentsOf: URL(fileURLWithPath: "/nowhere/at/all.mlmodelc"))
    } catch let error as MLModelError {
      #expect(error.errorCode == MLModelError.Code.io.rawValue)
      #expect(error.errorDescription == error.localizedDescription)
      #expect(
        error.errorUserInfo[NSLocalizedDescriptionKey] as? String == error.localizedDescription)
      #expect(MLModelError.Code.io ~= error)
      _ = error.underlyingError
    } catch {
      Issue.record("expected an MLModelError, found \(error)")
    }
  }

  @Test func modelEnumerationsHaveTheirNumbers() {
    let types: [MLFeatureType] = [
      .invalid, .int64, .double, .string, .image, .multiArray, .dictionary, .sequence, .state,
    ]
    #expect(types == (0...8).map { MLFeatureType(rawValue: $0) })
    let units: [MLComputeUnits] = [.cpuOnly, .cpuAndGPU, .all, .cpuAndNeuralEngine]
    #expect(units == (0...3).map { MLComputeUnits(rawValue: $0) })
    let data: [MLMultiArrayDataType] = [.float16, .float32, .double, .int8, .int32]
    #expect(data.map(\.rawValue) == [65_552, 65_568, 65_600, 131_080, 131_104])
    #expect(MLMultiArrayDataType.float64 == .double)
    #expect(MLMultiArrayDataType.float == .float32)
    let shapes: [MLMultiArrayShapeConstraintType] = [.unspecified, .enumerated, .range]
    #expect(shapes == (1...3).map { MLMultiArrayShapeConstraintType(rawValue: $0) })
    #expect(MLModelMetadataKey(rawValue: "MLModelAuthorKey") == .author)
  }

  @Test func numbersOfArraysKnowTheirDataType() {
    #expect(Double.multiArrayDataType == .double)
    #expect(Float.multiArrayDataType == .float32)
    #expect(Float16.multiArrayDataType == .float16)
    #expect(Int32.multiArrayDataType == .int32)
    #expect(Int8.multiArrayDataType == .int8)
  }
}
