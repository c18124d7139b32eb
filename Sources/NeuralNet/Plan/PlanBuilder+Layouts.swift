internal import COneDNN

extension PlanBuilder {
  /// The value's numbers in row-major order, copied from another layout if need be.
  func plain(_ value: PlannedValue) throws(NetworkError) -> Int {
    if let buffer = value.plainBuffer { return buffer }
    guard let version = value.versions.first else {
      preconditionFailure("a value is read before it is made")
    }
    let buffer = makeBuffer(byteCount: value.count * 4)
    let shape = ImageShape(folding: value.shape).shape
    try addReorder(version, to: (Layout.plain(shape), buffer))
    value.plainBuffer = buffer
    return buffer
  }

  /// The value's numbers, seen as an image, in the given layout.
  func image(_ value: PlannedValue, as layout: Layout) throws(NetworkError) -> Int {
    if let version = value.versions.first(where: { $0.layout == layout }) {
      return version.buffer
    }
    let plainLayout = Layout.plain(ImageShape(folding: value.shape).shape)
    if layout == plainLayout { return try plain(value) }
    let buffer = makeBuffer(byteCount: layout.byteCount)
    if let version = value.versions.first {
      try addReorder(version, to: (layout, buffer))
    } else {
      try addReorder((plainLayout, try plain(value)), to: (layout, buffer))
    }
    value.versions.append((layout, buffer))
    return buffer
  }

  /// A new row-major buffer for a value.
  func makePlain(_ value: PlannedValue) -> Int {
    let buffer = makeBuffer(byteCount: value.count * 4)
    value.plainBuffer = buffer
    return buffer
  }

  /// A new buffer for a value in a layout of its image form.
  func makeImage(_ value: PlannedValue, as layout: Layout) -> Int {
    let buffer = makeBuffer(byteCount: layout.byteCount)
    setImage(value, layout: layout, buffer: buffer)
    return buffer
  }

  /// States that a buffer holds a value in a layout of its image form.
  func setImage(_ value: PlannedValue, layout: Layout, buffer: Int) {
    if layout == Layout.plain(ImageShape(folding: value.shape).shape) {
      value.plainBuffer = buffer
    } else {
      value.versions.append((layout, buffer))
    }
  }

  /// Adds a copy of numbers from one layout and buffer to another.
  func addReorder(
    _ source: (layout: Layout, buffer: Int), to destination: (layout: Layout, buffer: Int)
  ) throws(NetworkError) {
    guard let reorder = Primitive.reorder(from: source.layout, to: destination.layout) else {
      throw refusal("a copy between layouts")
    }
    addPrimitive(
      reorder,
      [
        (OSA_SOURCE, .buffer(source.buffer)), (OSA_DESTINATION, .buffer(destination.buffer)),
      ])
  }

  /// The error for a computation that oneDNN does not offer.
  func refusal(_ operation: String) -> NetworkError {
    NetworkError(
      layer: layer, operation: operation, found: "parameters that oneDNN refuses",
      expected: "shapes and padding of an ordinary layer")
  }
}
