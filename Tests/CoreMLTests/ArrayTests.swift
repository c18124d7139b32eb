import CoreML
import Foundation
import Testing

@Suite struct MultiArrayTests {
  @Test func aNewArrayIsZeroAndRowMajor() throws {
    let array = try MLMultiArray(shape: [2, 3, 4], dataType: .double)
    #expect(array.count == 24)
    #expect(array.strides == [12, 4, 1])
    #expect((0..<24).allSatisfy { array[$0] == 0 })
  }

  @Test(arguments: [MLMultiArrayDataType.double, .float32, .float16, .int32, .int8])
  func elementsAreReachedByNumberAndByIndices(_ type: MLMultiArrayDataType) throws {
    let array = try MLMultiArray(shape: [2, 3], dataType: type)
    for number in 0..<6 { array[number] = NSNumber(value: number * 10) }
    #expect(array[[1, 2] as [Int]] == 50)
    #expect(array[[0, 1] as [NSNumber]] == 10)
    array[[1, 0] as [Int]] = 7
    #expect(array[3] == 7)
    #expect(array.dataType == type)
  }

  @Test(arguments: [[-1], [1 << 40, 1 << 40], [1 << 50]])
  func impossibleShapesAreRefused(_ shape: [Int]) {
    #expect(throws: MLModelError.self) {
      try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .double)
    }
  }

  @Test func memoryOfTheCallerIsReadByStridesAndFreedOnce() throws {
    var freed = 0
    do {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 48, alignment: 8)
      for index in 0..<6 {
        unsafe memory.storeBytes(of: Double(index), toByteOffset: index * 8, as: Double.self)
      }
      let array = try unsafe MLMultiArray(
        dataPointer: memory, shape: [3, 2], dataType: .double, strides: [1, 3]
      ) { pointer in
        freed += 1
        unsafe pointer.deallocate()
      }
      #expect((0..<6).map { array[$0].intValue } == [0, 3, 1, 4, 2, 5])
      #expect(array[[2, 1] as [Int]] == 5)
      #expect(MLShapedArray<Double>(array).scalars == [0, 3, 1, 4, 2, 5])
      #expect(array.strides == [1, 3])
    }
    #expect(freed == 1)
  }

  @Test(arguments: [[1], [1, -1], [1, 2, 3]])
  func stridesThatDoNotFitAreRefused(_ strides: [Int]) {
    var memory = [Double](repeating: 0, count: 8)
    unsafe memory.withUnsafeMutableBytes { bytes in
      let pointer = bytes.baseAddress!
      #expect(throws: MLModelError.self) {
        try unsafe MLMultiArray(
          dataPointer: pointer, shape: [2, 2], dataType: .double,
          strides: strides.map { NSNumber(value: $0) })
      }
    }
  }

  @Test func numbersAndShapedArraysBecomeArraysOfTheirType() throws {
    #expect(try MLMultiArray([1.5, 2.5]).dataType == .double)
    #expect(try MLMultiArray([Float(1.5)]).dataType == .float32)
    #expect(try MLMultiArray([Int32(4)]).dataType == .int32)
    let shaped = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
    let array = MLMultiArray(shaped)
    #expect(array.shape == [2, 3])
    #expect(array[[1, 0] as [Int]] == 4)
    #expect(MLShapedArray<Float>(array) == shaped)
    #expect(MLShapedArray<Int32>(converting: array).scalars == [1, 2, 3, 4, 5, 6])
    #expect(array.isEqual(MLMultiArray(shaped)))
  }

  @Test func theMemoryCanBeReadAndChanged() throws {
    let array = try MLMultiArray([Float(1), 2, 3])
    unsafe array.withUnsafeMutableBufferPointer(ofType: Float.self) { buffer, strides in
      unsafe buffer[1] = 9
      #expect(strides == [1])
    }
    let sum = unsafe array.withUnsafeBufferPointer(ofType: Float.self) { unsafe $0.reduce(0, +) }
    #expect(sum == 13)
    let byteCount = unsafe array.withUnsafeBytes { $0.count }
    #expect(byteCount == 12)
  }
}

@Suite struct ShapedArrayTests {
  @Test func elementsSlicesAndShapes() {
    var array = MLShapedArray<Int32>(scalars: 0..<12, shape: [2, 3, 2])
    #expect(array[scalarAt: 1, 2, 0] == 10)
    array[scalarAt: [0, 0, 1]] = 50
    #expect(array.scalars[1] == 50)
    #expect(array[1].shape == [3, 2])
    #expect(array[1].scalars == [6, 7, 8, 9, 10, 11])
    #expect(array.strides == [6, 2, 1])
    #expect(array.reshaped(to: [4, 3])[scalarAt: 3, 2] == 11)
    #expect(array.scalarCount == 12)
    #expect(MLShapedArray<Float>(scalar: 2).scalar == 2)
    #expect(MLShapedArray<Float>(repeating: 1, shape: [2, 2]).scalars == [1, 1, 1, 1])
  }

  @Test func conversionsRoundAndStayInRange() {
    let array = MLMultiArray(
      MLShapedArray<Double>(scalars: [1.6, -1.6, 1e20, -1e20, .nan], shape: [5]))
    #expect(MLShapedArray<Int32>(converting: array).scalars == [2, -2, .max, .min, 0])
    #expect(MLShapedArray<Int8>(converting: array).scalars == [2, -2, 127, -128, 0])
  }
}
