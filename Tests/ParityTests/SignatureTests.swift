// Declarations as programs use them: the compiler checks the shapes, the tests what they do.

import AVFoundation
import CoreML
import CoreMedia
import Foundation
import SoundAnalysis
import Testing

@Suite struct SignatureTests {
  @Test func descriptionsByNumbersHaveAllTheirFields() {
    var description = AudioStreamBasicDescription()
    #expect(description.mSampleRate == 0)
    description = AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 8,
      mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
      mReserved: 0)
    let format = AVAudioFormat(streamDescription: &description)
    #expect(format?.commonFormat == .pcmFormatFloat32)
    #expect(format?.streamDescription.pointee.mBytesPerPacket == 8)
    #expect(format?.streamDescription.pointee.mFramesPerPacket == 1)
    #expect(format?.streamDescription.pointee.mReserved == 0)
    #expect(description.mChannelsPerFrame == 2 && description.mBitsPerChannel == 32)
  }

  @Test func buffersAreReachedThroughTheirList() throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: 2, interleaved: true))
    let buffer: AVAudioBuffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
    (buffer as? AVAudioPCMBuffer)?.frameLength = AVAudioFrameCount(3)
    let list: UnsafePointer<AudioBufferList> = buffer.audioBufferList
    #expect(list.pointee.mNumberBuffers == 1)
    #expect(list.pointee.mBuffers.mNumberChannels == 2)
    #expect(list.pointee.mBuffers.mDataByteSize == 12)
    buffer.mutableAudioBufferList.pointee.mBuffers.mData?.storeBytes(of: 77, as: Int16.self)
    #expect((buffer as? AVAudioPCMBuffer)?.int16ChannelData?[0][0] == 77)
    let single = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
    #expect(AudioBufferList(mNumberBuffers: 1, mBuffers: single).mBuffers.mData == nil)
  }

  @Test func scalarsHaveTheirWidths() {
    let counts: (AVAudioFrameCount, AVAudioChannelCount, AVAudioPacketCount) = (1, 2, 3)
    let position: AVAudioFramePosition = .max
    let bus: AVAudioNodeBus = 0
    #expect(counts.0.bitWidth == 32 && counts.1.bitWidth == 32 && counts.2.bitWidth == 32)
    #expect(position == Int64.max)
    #expect(bus == 0)
  }

  @Test func equalFormatsAndLayoutsAreEqualObjects() {
    let first = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo)
    let second = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo)
    #expect(first?.isEqual(second) == true)
    #expect(first?.hash == second?.hash)
    let format = AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1)
    #expect(
      format?.isEqual(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1)) == true)
  }

  @Test func converterTakesItsInputFromABlock() throws {
    let input = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
    let output = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let converter = try #require(AVAudioConverter(from: input, to: output))
    converter.sampleRateConverterQuality = AVAudioQuality.high.rawValue
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 100))
    var error: NSError?
    let block: AVAudioConverterInputBlock = { _, status in
      status.pointee = .noDataNow
      return nil
    }
    let status = withUnsafeMutablePointer(to: &error) { pointer in
      let place: NSErrorPointer = pointer
      return converter.convert(to: buffer, error: place, withInputFrom: block)
    }
    #expect(status == .inputRanDry)
    #expect(error == nil)
  }

  @Test func nodesOfAnEngineHaveTheirKinds() {
    let engine = AVAudioEngine()
    let nodes: [AVAudioNode] = [engine.inputNode, engine.outputNode, engine.mainMixerNode]
    #expect(nodes[0] is AVAudioInputNode && nodes[0] is AVAudioIONode)
    #expect(nodes[1] is AVAudioOutputNode && nodes[1] is AVAudioIONode)
    #expect(nodes.allSatisfy { $0.engine === engine })
    engine.mainMixerNode.outputVolume = 0.5
    #expect(engine.mainMixerNode.outputVolume == 0.5)
    let tap: AVAudioNodeTapBlock = { _, _ in }
    nodes[2].installTap(onBus: 0, bufferSize: 4096, format: nil, block: tap)
    nodes[2].removeTap(onBus: 0)
    engine.disconnectNodeInput(nodes[2])
    engine.disconnectNodeOutput(nodes[0])
    engine.reset()
  }

  @Test func sessionTakesModeAndRate() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setMode(.measurement)
    try session.setPreferredSampleRate(16_000)
    #expect(session.preferredSampleRate == 16_000)
  }

  @Test func devicesAreNamedByTheEnvironment() {
    #expect(AudioInputDevice.environmentVariable == "SOUNDANALYSIS_INPUT_DEVICE")
    #expect(AudioInputDevice.available.allSatisfy { !$0.name.isEmpty })
  }

  @Test func timesAreShownToTheDeveloper() {
    // On standard error; that they do not fail is all that can be seen from here.
    CMTimeShow(CMTime(value: 1, timescale: 2))
    CMTimeRangeShow(CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)))
  }

  @Test func resultsAreAsynchronousSequences() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1))
    let request = try SNClassifySoundRequest(classifierIdentifier: .version1)
    let results: SNClassificationResults = try SNAudioStreamAnalyzer(format: format)
      .results(of: request)
    let iterator: SNClassificationResults.Iterator = results.makeAsyncIterator()
    #expect(type(of: iterator) == SNClassificationResults.AsyncIterator.self)
    #expect(SNClassificationResults.Element.self == SNClassificationResult.self)
    let classification: SNClassification? = nil
    #expect(classification?.confidence == nil)
  }

  @Test func wishesAboutModelsAreKept() {
    let configuration = MLModelConfiguration()
    configuration.allowLowPrecisionAccumulationOnGPU = true
    configuration.functionName = "main"
    #expect(configuration.allowLowPrecisionAccumulationOnGPU)
    #expect(configuration.functionName == "main")
    let options = MLPredictionOptions()
    options.usesCPUOnly = true
    #expect(options.usesCPUOnly)
  }

  @Test func shapedArraysHandTheirElementsOut() {
    func isSingle<Numbers: MLShapedArrayProtocol>(_ array: Numbers) -> Bool
    where Numbers.Scalar == Float { array.isScalar }
    var array = MLShapedArray<Float>(scalars: [1, 2, 3, 4], shape: [2, 2])
    #expect(!isSingle(array))
    array.withUnsafeMutableShapedBufferPointer { elements, shape, strides in
      elements[3] = 9
      #expect(shape == [2, 2] && strides == [2, 1])
    }
    #expect(array.withUnsafeShapedBufferPointer { elements, _, _ in elements[3] } == 9)
  }

  @Test func numbersAreBroughtToTheNearestOfTheirType() {
    func nearest<Number: MLShapedArrayScalar>(_ number: Double) -> Number {
      .init(nearestTo: number)
    }
    let (byte, single): (Int8, Float) = (nearest(300), nearest(0.5))
    #expect(byte == 127 && single == 0.5)
    #expect(byte.doublePrecision == 127 && single.doublePrecision == 0.5)
  }

  @Test func descriptionsOfModelsHaveTheirKinds() throws {
    let array = try MLMultiArray(shape: [2], dataType: .double)
    let features = try MLDictionaryFeatureProvider(dictionary: ["x": array])
    let batch: MLBatchProvider = MLArrayBatchProvider(array: [features])
    #expect(batch.count == 1)
    let inputs: KeyPath<MLModelDescription, [String: MLFeatureDescription]> =
      \.inputDescriptionsByName
    let constraint: KeyPath<MLFeatureDescription, MLMultiArrayConstraint?> =
      \.multiArrayConstraint
    let shapes: KeyPath<MLMultiArrayConstraint, MLMultiArrayShapeConstraint> = \.shapeConstraint
    let keys: KeyPath<MLFeatureDescription, MLDictionaryConstraint?> = \.dictionaryConstraint
    let isOptional: KeyPath<MLFeatureDescription, Bool> = \.isOptional
    #expect(Set<AnyKeyPath>([inputs, constraint, shapes, keys, isOptional]).count == 5)
    let isAllowed: (MLFeatureDescription) -> (MLFeatureValue) -> Bool =
      MLFeatureDescription.isAllowedValue
    _ = isAllowed
    #expect(array.hash == array.hash)
    #expect(MLFeatureValue(int64: 3).hash == MLFeatureValue(int64: 3).hash)
  }
}
