/// Part of a region: every `stride`-th float from an offset on.
struct FloatRun {
  var region: FloatRegion
  var offset: Int
  var stride: Int

  /// Whether `count` elements lie inside the region.
  fileprivate func holds(_ count: Int) -> Bool {
    if count == 0 { return true }
    let last = offset + (count - 1) * stride
    return offset >= 0 && offset < region.count && last >= 0 && last < region.count
  }
}

extension FloatRun {
  /// Sets `count` elements to a function of another run's; bounds are checked once.
  @inline(__always)
  func map(_ source: FloatRun, count: Int, _ function: (Float) -> Float) {
    precondition(holds(count) && source.holds(count), "a run leaves its region")
    let to = unsafe region.buffer.baseAddress! + offset
    let from = unsafe source.region.buffer.baseAddress! + source.offset
    if stride == 1 && source.stride == 1 {
      for index in 0..<count { unsafe to[index] = function(from[index]) }
    } else {
      for index in 0..<count {
        unsafe to[index * stride] = function(from[index * source.stride])
      }
    }
  }

  /// Replaces `count` groups of eight neighbours by a function of them; bounds are checked once.
  @inline(__always)
  func mapVectors(count: Int, _ function: (SIMD8<Float>) -> SIMD8<Float>) {
    guard count > 0 else { return }
    precondition(stride == 1 && holds(8 * count), "a run leaves its region")
    let base = unsafe UnsafeMutableRawPointer(region.buffer.baseAddress! + offset)
    for index in 0..<count {
      let place = unsafe base + 32 * index
      let result = unsafe function(place.loadUnaligned(as: SIMD8<Float>.self))
      unsafe place.storeBytes(of: result, as: SIMD8<Float>.self)
    }
  }

  /// Sets `count` elements to a function of two other runs'; bounds are checked once.
  @inline(__always)
  func zip(
    _ first: FloatRun, _ second: FloatRun, count: Int, _ function: (Float, Float) -> Float
  ) {
    precondition(
      holds(count) && first.holds(count) && second.holds(count), "a run leaves its region")
    let to = unsafe region.buffer.baseAddress! + offset
    let a = unsafe first.region.buffer.baseAddress! + first.offset
    let b = unsafe second.region.buffer.baseAddress! + second.offset
    switch (stride, first.stride, second.stride) {
    case (1, 1, 1):
      for index in 0..<count { unsafe to[index] = function(a[index], b[index]) }
    case (1, 1, 0):
      let constant = unsafe b[0]
      for index in 0..<count { unsafe to[index] = function(a[index], constant) }
    case (1, 0, 1):
      let constant = unsafe a[0]
      for index in 0..<count { unsafe to[index] = function(constant, b[index]) }
    default:
      for index in 0..<count {
        unsafe to[index * stride] = function(
          a[index * first.stride], b[index * second.stride])
      }
    }
  }

  /// Combines `count` elements to one, eight interleaved chains at a time when they lie together.
  @inline(__always)
  func reduce(count: Int, from start: Float, _ function: (Float, Float) -> Float) -> Float {
    precondition(holds(count), "a run leaves its region")
    let from = unsafe region.buffer.baseAddress! + offset
    var result = start
    var index = 0
    if stride == 1 && count >= 16 {
      var lanes = SIMD8<Float>(repeating: start)
      while index + 8 <= count {
        for lane in 0..<8 { lanes[lane] = unsafe function(lanes[lane], from[index + lane]) }
        index += 8
      }
      result = lanes[0]
      for lane in 1..<8 { result = function(result, lanes[lane]) }
    }
    while index < count {
      result = unsafe function(result, from[index * stride])
      index += 1
    }
    return result
  }

  /// The sum of a function of `count` elements.
  @inline(__always)
  func sum(count: Int, of function: (Float) -> Float) -> Float {
    precondition(holds(count), "a run leaves its region")
    let from = unsafe region.buffer.baseAddress! + offset
    var lanes = SIMD8<Float>()
    var index = 0
    if stride == 1 {
      while index + 8 <= count {
        for lane in 0..<8 { lanes[lane] += unsafe function(from[index + lane]) }
        index += 8
      }
    }
    var result = lanes.sum()
    while index < count {
      result += unsafe function(from[index * stride])
      index += 1
    }
    return result
  }

  /// The first of `count` elements that no other precedes.
  @inline(__always)
  func firstIndex(count: Int, by precedes: (Float, Float) -> Bool) -> Int {
    precondition(holds(count), "a run leaves its region")
    let from = unsafe region.buffer.baseAddress! + offset
    var best = 0
    for index in 1..<max(count, 1) where unsafe precedes(from[index * stride], from[best * stride])
    {
      best = index
    }
    return best
  }
}
