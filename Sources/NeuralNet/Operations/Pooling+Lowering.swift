internal import COneDNN

extension Pooling {
  package func lower(
    _ inputs: [PlannedValue], to outputs: [PlannedValue], in builder: PlanBuilder
  ) throws(NetworkError) {
    let image = ImageShape(folding: inputs[0].shape)
    let geometry = try geometry(of: image)
    if let kind = oneDNNKind(image, geometry) {
      let layout = inputs[0].versions.first?.layout ?? Layout.plain(image.shape)
      let operation = osa_image_operation(
        from: image, to: ImageShape(folding: outputs[0].shape), geometry: geometry.exact(image),
        groups: 1, hasBias: false)
      if let primitive = Primitive.pooling(operation, kind: kind, source: layout),
        let resultLayout = primitive.layout(of: OSA_DESTINATION)
      {
        builder.addPrimitive(
          primitive,
          [
            (OSA_SOURCE, .buffer(try builder.image(inputs[0], as: layout))),
            (OSA_DESTINATION, .buffer(builder.makeImage(outputs[0], as: resultLayout))),
          ])
        return
      }
    }
    try lowerToLoop(inputs[0], image, geometry, to: outputs[0], in: builder)
  }

  /// The pooling of oneDNN that means the same, or nil.
  private func oneDNNKind(_ image: ImageShape, _ geometry: WindowGeometry) -> osa_pooling? {
    let exact = geometry.exact(image)
    // A window wholly inside the padding has no maximum.
    for axis in [exact.height, exact.width]
    where axis.before >= axis.kernel || axis.after >= axis.kernel {
      return nil
    }
    switch function {
    case .maximum: return OSA_POOL_MAXIMUM
    case .average(let excludesPadding):
      if excludesPadding { return OSA_POOL_AVERAGE_INSIDE }
      // A last, partial window counts fewer pixels here and all of them in oneDNN.
      let isWhole =
        exact.height.after <= geometry.height.after && exact.width.after <= geometry.width.after
      return isWhole ? OSA_POOL_AVERAGE : nil
    case .l2: return nil
    }
  }

  private func lowerToLoop(
    _ input: PlannedValue, _ image: ImageShape, _ geometry: WindowGeometry,
    to output: PlannedValue, in builder: PlanBuilder
  ) throws(NetworkError) {
    let function = function
    let (rows, columns) = (geometry.height, geometry.width)
    let source = try builder.plain(input)
    builder.addLoop([source, builder.makePlain(output)]) { regions in
      var position = 0
      for plane in 0..<image.batch * image.channels {
        for row in 0..<rows.output {
          let inside = rows.pixels(ofWindow: row, length: image.height)
          for column in 0..<columns.output {
            let across = columns.pixels(ofWindow: column, length: image.width)
            var result: Float = function == .maximum ? -.infinity : 0
            for y in inside.range {
              let run = FloatRun(
                region: regions[0],
                offset: (plane * image.height + y) * image.width + across.range.lowerBound,
                stride: 1)
              let count = across.range.count
              guard count > 0 else { continue }
              switch function {
              case .maximum:
                result = max(result, run.reduce(count: count, from: -.infinity) { max($0, $1) })
              case .average: result += run.reduce(count: count, from: 0) { $0 + $1 }
              case .l2: result += run.sum(count: count) { $0 * $0 }
              }
            }
            let insideCount = inside.range.count * across.range.count
            switch function {
            case .maximum: if insideCount == 0 { result = 0 }
            case .average(let excludesPadding):
              let count = excludesPadding ? insideCount : inside.padded * across.padded
              result = insideCount == 0 ? 0 : result / Float(count)
            case .l2: result = result.squareRoot()
            }
            regions[1][position] = result
            position += 1
          }
        }
      }
    }
  }
}

extension WindowAxis {
  /// The pixels of a window that lie in the image, and how many lie in it or its padding.
  func pixels(ofWindow index: Int, length: Int) -> (range: Range<Int>, padded: Int) {
    let start = index * stride - before
    let lower = min(max(start, 0), length)
    let upper = min(max(start + kernel, lower), length)
    return (lower..<upper, max(0, min(start + kernel, length + after) - start))
  }

  /// The same windows with just the padding at the end that the last one reaches.
  func exact(length: Int) -> WindowAxis {
    var result = self
    result.after = (output - 1) * stride + extent - length - before
    return result
  }
}

extension WindowGeometry {
  func exact(_ image: ImageShape) -> WindowGeometry {
    WindowGeometry(
      height: height.exact(length: image.height), width: width.exact(length: image.width))
  }
}
