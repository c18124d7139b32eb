private import CPango

/// Draws on dots, through cairo.
@safe final class CairoCanvas: Canvas {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private var failure: DrawingError?

  /// Makes a white sheet of `width` x `height` units, each unit `scale` dots wide.
  init(width: Double, height: Double, scale: Double) throws(DrawingError) {
    let (columns, rows) = (
      Int32((width * scale).rounded(.up)), Int32((height * scale).rounded(.up))
    )
    unsafe surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows)
    unsafe context = cairo_create(surface)
    try check("a picture of \(columns) x \(rows) dots")
    unsafe cairo_scale(context, scale, scale)
    fill(Box(x: 0, y: 0, width: width + 1, height: height + 1), .paper)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Makes a sheet that holds an image and nothing else.
  convenience init(_ image: PixelImage) throws(DrawingError) {
    let (width, height) = (Double(image.width), Double(image.height))
    try self.init(width: width, height: height, scale: 1)
    self.image(image, in: Box(x: 0, y: 0, width: width, height: height))
  }

  /// The sheet as a PNG file.
  func png() throws(DrawingError) -> [UInt8] {
    let bytes = Bytes()
    let status = withExtendedLifetime(bytes) {
      unsafe cairo_surface_write_to_png_stream(
        surface, takeBytes, Unmanaged.passUnretained(bytes).toOpaque())
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw DrawingError(description: "the picture cannot be coded as PNG: \(sentence(status))")
    }
    try check("the picture")
    if let failure { throw failure }
    return bytes.all
  }

  func fill(_ box: Box, _ colour: Colour, radius: Double) {
    let radius = min(radius, box.width / 2, box.height / 2)
    if radius > 0 {
      unsafe cairo_new_sub_path(context)
      let quarter = Double.pi / 2
      for (place, corner) in [
        (box.right - radius, box.y + radius), (box.right - radius, box.bottom - radius),
        (box.x + radius, box.bottom - radius), (box.x + radius, box.y + radius),
      ].enumerated() {
        let angle = Double(place - 1) * quarter
        unsafe cairo_arc(context, corner.0, corner.1, radius, angle, angle + quarter)
      }
      unsafe cairo_close_path(context)
    } else {
      unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
    }
    set(colour)
    unsafe cairo_fill(context)
  }

  func line(from start: Point, to end: Point, _ colour: Colour, width: Double) {
    set(colour)
    unsafe cairo_set_line_width(context, width)
    unsafe cairo_move_to(context, start.x, start.y)
    unsafe cairo_line_to(context, end.x, end.y)
    unsafe cairo_stroke(context)
  }

  func text(_ text: String, at point: Point, _ style: TextStyle, note: String?) {
    let line = unsafe PangoText(text, style, context: context)
    let shift: Double =
      switch style.anchor {
      case .start: 0
      case .middle: -line.width / 2
      case .end: -line.width
      }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, point.x, point.y)
    if style.isTurned { unsafe cairo_rotate(context, -.pi / 2) }
    unsafe cairo_translate(context, shift, 0)
    set(style.colour)
    unsafe line.show(in: context)
    unsafe cairo_restore(context)
  }

  /// The width that a text would take.
  func width(of text: String, _ style: TextStyle) -> Double {
    unsafe PangoText(text, style, context: context).width
  }

  func image(_ image: PixelImage, in box: Box) {
    let source = unsafe cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(image.width), Int32(image.height))
    defer { unsafe cairo_surface_destroy(source) }
    guard unsafe cairo_surface_status(source) == CAIRO_STATUS_SUCCESS,
      let data = unsafe cairo_image_surface_get_data(source)
    else {
      failure = DrawingError(description: "the spectrogram cannot be drawn: not enough memory")
      return
    }
    let stride = unsafe Int(cairo_image_surface_get_stride(source))
    for row in 0..<image.height {
      for column in 0..<image.width {
        unsafe UnsafeMutableRawPointer(data + row * stride + column * 4).storeBytes(
          of: image.pixels[row * image.width + column], as: UInt32.self)
      }
    }
    unsafe cairo_surface_mark_dirty(source)
    unsafe cairo_save(context)
    unsafe cairo_translate(context, box.x, box.y)
    unsafe cairo_scale(
      context, box.width / Double(image.width), box.height / Double(image.height))
    unsafe cairo_set_source_surface(context, source, 0, 0)
    // Without it the edges of a stretched image fade into the ground.
    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    unsafe cairo_rectangle(context, 0, 0, Double(image.width), Double(image.height))
    unsafe cairo_fill(context)
    unsafe cairo_restore(context)
  }

  func begin(_ part: String) {}

  func end() {}

  private func set(_ colour: Colour) {
    unsafe cairo_set_source_rgba(
      context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255,
      colour.opacity)
  }

  private func check(_ what: String) throws(DrawingError) {
    let status = unsafe cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw DrawingError(description: "\(what) cannot be drawn: \(sentence(status))")
    }
  }
}

/// What cairo says of an error.
private func sentence(_ status: cairo_status_t) -> String {
  unsafe String(cString: cairo_status_to_string(status))
}

/// Collects the pieces of a file.
private final class Bytes {
  var all: [UInt8] = []
}

private let takeBytes: cairo_write_func_t = { owner, data, count in
  guard let owner = unsafe owner, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
  let bytes = unsafe Unmanaged<Bytes>.fromOpaque(owner).takeUnretainedValue()
  unsafe bytes.all.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
  return CAIRO_STATUS_SUCCESS
}
