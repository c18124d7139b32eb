internal import NeuralNet

extension OperationReader {
  /// The values of a list.
  func list(_ name: String) throws(ModelFileError) -> [ProgramValue] {
    guard let values = arguments[name], !values.isEmpty else {
      throw invalid(found: "no \(name)", expected: "one at least")
    }
    return values
  }

  func squeeze() throws(ModelFileError) -> [ProgramValue] {
    try map(Squeeze(axes: try constant("axes") == nil ? nil : try integers("axes")))
  }

  /// Takes lengths of other values into the shape, at the places that the masks' counts say.
  func reshapeLike() throws(ModelFileError) -> [ProgramValue] {
    let references = try list("ref_tensors")
    let begins = try tuple("begins", count: references.count)
    let ends = try tuple("ends", count: references.count)
    let endMasks = try tuple("end_masks", count: references.count)
    var shape: [Int] = []
    for (index, reference) in references.enumerated() {
      let end = endMasks[index] != 0 ? reference.rank : ends[index]
      guard begins[index] >= 0, end >= begins[index], end <= reference.rank else {
        throw invalid(
          found: "axes \(begins[index]) to \(end)", expected: "axes of shape \(reference.shape)")
      }
      shape += reference.shape[begins[index]..<end]
    }
    return try map(Reshape(shape: shape))
  }

  /// Integers that are given one by one.
  private func tuple(_ name: String, count: Int) throws(ModelFileError) -> [Int] {
    let integers = try list(name).map { $0.constant?.integers ?? [] }
    guard integers.count == count, integers.allSatisfy({ $0.count == 1 }) else {
      throw invalid(found: "\(integers.count) \(name)", expected: "\(count) known integers")
    }
    return integers.map { $0[0] }
  }

  func split() throws(ModelFileError) -> [ProgramValue] {
    let axis = try integer("axis")
    if try constant("split_sizes") != nil {
      return try map(Split(.lengths(try integers("split_sizes")), axis: axis))
    }
    return try map(Split(.equal(count: try integer("num_splits")), axis: axis))
  }

  func sliceByIndex() throws(ModelFileError) -> [ProgramValue] {
    let rank = try input().rank
    let begins = try integers("begin", count: rank, default: 0)
    let ends = try integers("end", count: rank, default: 0)
    let strides = try integers("stride", count: rank, default: 1)
    let beginMasks = try integers("begin_mask", count: rank, default: 0)
    let endMasks = try integers("end_mask", count: rank, default: 0)
    let squeezeMasks = try integers("squeeze_mask", count: rank, default: 0)
    let ranges = (0..<rank).map { axis in
      let begin = begins[axis]
      if squeezeMasks[axis] != 0 {
        // One element: the end says nothing.
        return Slice.Range(axis: axis, start: begin, end: begin == -1 ? nil : begin &+ 1)
      }
      return Slice.Range(
        axis: axis, start: beginMasks[axis] != 0 ? nil : begin,
        end: endMasks[axis] != 0 ? nil : ends[axis], stride: strides[axis])
    }
    return try map(Slice(ranges, droppedAxes: (0..<rank).filter { squeezeMasks[$0] != 0 }))
  }

  func sliceBySize() throws(ModelFileError) -> [ProgramValue] {
    let shape = try input().shape
    let begins = try integers("begin", count: shape.count, default: 0)
    let sizes = try integers("size", count: shape.count, default: 0)
    var ranges: [Slice.Range] = []
    for (axis, length) in shape.enumerated() {
      let begin = begins[axis] < 0 ? begins[axis] &+ length : begins[axis]
      guard begin >= 0, begin < length, sizes[axis] == -1 || (1...length - begin) ~= sizes[axis]
      else {
        throw invalid(
          found: "\(sizes[axis]) elements from \(begins[axis]) of axis \(axis)",
          expected: "elements of the \(length) there are")
      }
      ranges.append(
        Slice.Range(
          axis: axis, start: begin, end: sizes[axis] == -1 ? length : begin + sizes[axis]))
    }
    return try map(Slice(ranges))
  }

  /// Takes pixels off the height and width of an image.
  func crop() throws(ModelFileError) -> [ProgramValue] {
    let shape = try input().shape
    guard shape.count >= 3 else {
      throw invalid(found: "shape \(shape)", expected: "an image")
    }
    var ranges: [Slice.Range] = []
    for (axis, name) in [(-2, "crop_height"), (-1, "crop_width")] {
      let amounts = try integers(name, count: 2, default: 0)
      let length = shape[shape.count + axis]
      guard amounts[0] >= 0, amounts[1] >= 0, amounts[0] < length, amounts[1] < length else {
        throw invalid(found: "\(name) \(amounts)", expected: "less than \(length)")
      }
      ranges.append(Slice.Range(axis: axis, start: amounts[0], end: length - amounts[1]))
    }
    return try map(Slice(ranges))
  }

  func reverse() throws(ModelFileError) -> [ProgramValue] {
    let rank = try input().rank
    let axes = try constant("axes") == nil ? Array(0..<rank) : try integers("axes")
    return try map(Slice(axes.map { Slice.Range(axis: $0, stride: -1) }))
  }

  /// Amounts before and after the last axes.
  func pad() throws(ModelFileError) -> [ProgramValue] {
    let amounts = try integers("pad")
    let rank = try input().rank
    guard amounts.count % 2 == 0, amounts.count <= 2 * rank else {
      throw invalid(found: "\(amounts.count) amounts", expected: "two for each padded axis")
    }
    let mode: Pad.Mode
    switch try text("mode", default: "constant") {
    case "constant": mode = .constant(try number("constant_val", default: 0))
    case "reflect": mode = .reflection
    case "replicate": mode = .replication
    case let other:
      throw unsupported(
        found: "the mode '\(other)'", expected: "constant, reflect or replicate")
    }
    let first = rank - amounts.count / 2
    let padded = (0..<amounts.count / 2).map {
      Pad.Amount(axis: first + $0, before: amounts[2 * $0], after: amounts[2 * $0 + 1])
    }
    return try map(Pad(mode, amounts: padded.filter { $0.before != 0 || $0.after != 0 }))
  }

  func gather() throws(ModelFileError) -> [ProgramValue] {
    guard try integer("batch_dims", default: 0) == 0 else {
      throw unsupported(found: "axes of a batch that are gathered in turn", expected: "none")
    }
    return try emit(
      Gather(axis: try integer("axis", default: 0)), [try input(), try input("indices")])
  }

  func scatter() throws(ModelFileError) -> [ProgramValue] {
    let mode: Scatter.Mode
    switch try text("mode", default: "add") {
    case "update": mode = .update
    case "add": mode = .add
    case "sub": mode = .subtract
    case "mul": mode = .multiply
    case "div": mode = .divide
    case "max": mode = .maximum
    case "min": mode = .minimum
    case let other: throw unsupported(found: "the mode '\(other)'", expected: "a known mode")
    }
    return try emit(
      Scatter(axis: try integer("axis", default: 0), mode: mode),
      [try input("data"), try input("indices"), try input("updates")])
  }

  // MARK: Values from shapes

  func fill() throws(ModelFileError) -> [ProgramValue] {
    [try filled(try integers("shape"))]
  }

  func fillLike() throws(ModelFileError) -> [ProgramValue] {
    [try filled(try input("ref_tensor").shape)]
  }

  /// A constant with one number everywhere.
  private func filled(_ shape: [Int]) throws(ModelFileError) -> ProgramValue {
    guard shape.allSatisfy({ $0 >= 1 }), shape.count <= maximumRank,
      let count = elementCount(of: shape), count <= Self.madeLimit
    else {
      throw invalid(found: "the shape \(shape)", expected: "at most \(Self.madeLimit) numbers")
    }
    let value = try number("value", default: 0)
    try builder.budget.countNumbers(2 * count)
    return .constant(
      ProgramConstant(Tensor(shape: shape, repeating: value), type: resultType))
  }

  /// The most numbers of a constant that an operation makes of a shape.
  private static let madeLimit = 1 << 22

  func range() throws(ModelFileError) -> [ProgramValue] {
    let start = Double(try number("start", default: 0))
    let end = Double(try number("end"))
    let step = Double(try number("step", default: 1))
    let count = ((end - start) / step).rounded(.up)
    guard count >= 1, count <= Double(Self.madeLimit) else {
      throw invalid(
        found: "a range from \(start) to \(end) in steps of \(step)",
        expected: "1 to \(Self.madeLimit) numbers")
    }
    try builder.budget.countNumbers(2 * Int(count))
    let numbers = (0..<Int(count)).map { Float(start + Double($0) * step) }
    return [
      .constant(
        ProgramConstant(Tensor(shape: [numbers.count], scalars: numbers), type: resultType))
    ]
  }

  /// A vector for each index, with one value at its place and another elsewhere.
  func oneHot() throws(ModelFileError) -> [ProgramValue] {
    let indices = try input("indices")
    let length = try integer("one_hot_vector_size")
    guard (1...Self.madeLimit).contains(length), indices.rank < maximumRank else {
      throw invalid(
        found: "vectors of \(length)", expected: "lengths from 1 to \(Self.madeLimit)")
    }
    let on = try number("on_value", default: 1)
    let off = try number("off_value", default: 0)
    let axis = try integer("axis", default: -1)
    let place = axis < 0 ? axis + indices.rank + 1 : axis
    guard (0...indices.rank).contains(place) else {
      throw invalid(found: "axis \(axis)", expected: "an axis of the result")
    }
    var shape = [Int](repeating: 1, count: indices.rank + 1)
    shape[place] = length
    let places = ProgramConstant(
      Tensor(shape: shape, scalars: (0..<length).map { Float($0) }), type: .int32)
    let columns = try single(ExpandDimensions(axes: [place]), indices)
    let hits = try single(Elementwise(.equal), columns, .constant(places))
    return try emit(Unary(.identity, scale: on - off, shift: off), [hits])
  }
}
