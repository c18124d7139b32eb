private import SoundEvents

/// A spectrogram with the events as labelled lanes under it.
struct Figure {
  /// The size in units of 1/96 inch.
  struct Size: Equatable {
    var width: Double
    var height: Double
  }

  /// What stands over the picture; nil for nothing.
  var title: String?
  /// The length of the recording, seconds.
  var duration: Double
  var spectrogram: Spectrogram
  var lanes: [EventLane]
  /// The labels that are left out, those that were heard most first.
  var others: [String]
  /// The width of a text, for the layout.
  var measure: (String, TextStyle) -> Double

  private static let labelStyle = TextStyle(size: 12, anchor: .end)
  private static let tickStyle = TextStyle(size: 11, colour: .faint, anchor: .end)
  private static let axisStyle = TextStyle(size: 12, colour: .faint, anchor: .middle)
  static let laneHeight = 24.0
  private static let barWidth = 12.0

  /// The heights of everything but the spectrogram and the lanes.
  static func frameHeight(hasTitle: Bool, hasOthers: Bool) -> Double {
    (hasTitle ? 40 : 14) + 10 + 46 + (hasOthers ? 18 : 0)
  }

  /// How many lanes a height has room for, where the spectrogram has `spectrogramHeight` at least.
  static func laneLimit(height: Double, spectrogramHeight: Double, hasTitle: Bool) -> Int {
    let room = height - spectrogramHeight - frameHeight(hasTitle: hasTitle, hasOthers: true)
    return max(1, Int(room / laneHeight))
  }

  /// Draws the figure.
  func draw(on canvas: any Canvas, size: Size) {
    let levels = LevelRange(spectrogram.levels)
    let frequencies = AxisTicks.frequency(
      lowest: spectrogram.lowestFrequency, highest: spectrogram.highestFrequency)
    let left = leftMargin(width: size.width, ticks: frequencies)
    let top: Double = title == nil ? 14 : 40
    let laneCount = Double(max(1, lanes.count))
    let frame = Self.frameHeight(hasTitle: title != nil, hasOthers: !others.isEmpty)
    let plot = Box(
      x: left, y: top, width: size.width - left - 84,
      height: max(40, size.height - frame - laneCount * Self.laneHeight))
    let strip = Box(
      x: plot.x, y: plot.bottom + 10, width: plot.width, height: laneCount * Self.laneHeight)
    if let title {
      let style = TextStyle(size: 15, isBold: true)
      let text = shortened(title, style, width: size.width - plot.x - 16)
      canvas.text(
        text, at: Point(x: plot.x, y: 25), style, note: text == title ? nil : title)
    }
    drawSpectrogram(on: canvas, in: plot, levels: levels, ticks: frequencies)
    drawLevels(on: canvas, beside: plot, levels: levels)
    drawLanes(on: canvas, in: strip)
    drawTime(on: canvas, over: plot, and: strip)
    if !others.isEmpty { drawOthers(on: canvas, below: strip) }
  }

  private func drawSpectrogram(
    on canvas: any Canvas, in plot: Box, levels: LevelRange, ticks: AxisTicks
  ) {
    canvas.begin("spectrogram")
    var image = PixelImage(width: spectrogram.columnCount, height: spectrogram.rowCount)
    for column in 0..<spectrogram.columnCount {
      for row in 0..<spectrogram.rowCount {
        let level = spectrogram.levels[column * spectrogram.rowCount + row]
        image.set(levels.colour(of: level), column: column, row: spectrogram.rowCount - 1 - row)
      }
    }
    canvas.image(image, in: plot)
    let scale = FrequencyScale(
      lowest: spectrogram.lowestFrequency, highest: spectrogram.highestFrequency)
    var lastY = Double.infinity
    for mark in ticks.marks {
      let y = plot.bottom - plot.height * scale.place(of: mark.place)
      guard lastY - y >= 14 else { continue }
      lastY = y
      canvas.line(
        from: Point(x: plot.x - 4, y: y), to: Point(x: plot.x, y: y), .faint, width: 1)
      canvas.text(
        mark.text, at: Point(x: plot.x - 7, y: y + Self.tickStyle.drop), Self.tickStyle)
    }
    var style = Self.axisStyle
    style.isTurned = true
    let widest = ticks.marks.map { measure($0.text, Self.tickStyle) }.max() ?? 0
    canvas.text(
      ticks.title, at: Point(x: plot.x - widest - 16, y: plot.y + plot.height / 2), style)
    canvas.end()
  }

  /// The bar that says which colour is which level.
  private func drawLevels(on canvas: any Canvas, beside plot: Box, levels: LevelRange) {
    canvas.begin("levels")
    let bar = Box(x: plot.right + 14, y: plot.y, width: Self.barWidth, height: plot.height)
    var image = PixelImage(width: 1, height: 256)
    for row in 0..<256 { image.set(LevelColours.all[255 - row], column: 0, row: row) }
    canvas.image(image, in: bar)
    let range = levels.highest - levels.lowest
    let most = max(2, plot.height / 22)
    let step = [5.0, 10, 20, 40].first { range / $0 <= most } ?? 40
    var style = Self.tickStyle
    style.anchor = .start
    var level = (levels.lowest / step).rounded(.up) * step
    while level <= levels.highest {
      let y = bar.bottom - bar.height * (level - levels.lowest) / range
      let text = FixedDecimal.shortText(level)?.replacing("-", with: "\u{2212}") ?? ""
      canvas.line(
        from: Point(x: bar.right, y: y), to: Point(x: bar.right + 3, y: y), .faint, width: 1)
      canvas.text(text, at: Point(x: bar.right + 6, y: y + style.drop), style)
      level += step
    }
    var title = Self.axisStyle
    title.isTurned = true
    canvas.text(
      "Level (dB)", at: Point(x: bar.right + 52, y: plot.y + plot.height / 2), title)
    canvas.end()
  }

  private func drawLanes(on canvas: any Canvas, in strip: Box) {
    canvas.begin("events")
    guard !lanes.isEmpty else {
      canvas.fill(strip, .band)
      canvas.text(
        "no events", at: Point(x: strip.x + strip.width / 2, y: strip.y + strip.height / 2 + 4.2),
        Self.axisStyle)
      canvas.end()
      return
    }
    let rows = lanes.indices.map { place in
      Box(
        x: strip.x, y: strip.y + Double(place) * Self.laneHeight, width: strip.width,
        height: Self.laneHeight)
    }
    for row in rows.enumerated() where row.offset.isMultiple(of: 2) {
      canvas.fill(row.element, .band)
    }
    for mark in timeTicks(width: strip.width).marks {
      let x = strip.x + mark.place / duration * strip.width
      canvas.line(
        from: Point(x: x, y: strip.y), to: Point(x: x, y: strip.bottom), .grid, width: 1)
    }
    for (place, lane) in lanes.enumerated() {
      draw(lane, LaneColours.colour(place), on: canvas, in: rows[place])
    }
    canvas.end()
  }

  private func draw(_ lane: EventLane, _ colour: Colour, on canvas: any Canvas, in row: Box) {
    canvas.begin("lane")
    let name = CaptionText.readable(lane.label)
    let middle = row.y + row.height / 2
    let text = shortened(name, Self.labelStyle, width: row.x - 18)
    canvas.text(
      text, at: Point(x: row.x - 8, y: middle + Self.labelStyle.drop), Self.labelStyle,
      note: text == name ? nil : name)
    let unit = row.width / duration
    for stretch in EventLanes.joined(lane.stretches, within: 0.75 / unit) {
      let start = row.x + min(max(stretch.start, 0), duration) * unit
      let end = row.x + min(max(stretch.end, 0), duration) * unit
      let width = max(end - start, 2)
      let box = Box(
        x: min(start, row.right - width), y: row.y + 4, width: width, height: row.height - 8)
      canvas.fill(box, colour.opacity(0.35 + 0.65 * Double(stretch.peak)), radius: 2.5)
      // Of events too close to be told apart, no number is true of all.
      if stretch.eventCount == 1 { drawPeak(stretch.peak, on: canvas, in: box) }
    }
    canvas.end()
  }

  /// Writes the peak into a box that has room for it.
  private func drawPeak(_ peak: Float, on canvas: any Canvas, in box: Box) {
    let style = TextStyle(size: 10, colour: peak > 0.5 ? .paper : .ink, anchor: .middle)
    let text = "\(Int((peak * 100).rounded()))%"
    guard box.width >= measure(text, style) + 8 else { return }
    canvas.text(
      text, at: Point(x: box.x + box.width / 2, y: box.y + box.height / 2 + style.drop), style)
  }

  private func drawTime(on canvas: any Canvas, over plot: Box, and strip: Box) {
    canvas.begin("time")
    let ticks = timeTicks(width: strip.width)
    canvas.line(
      from: Point(x: strip.x, y: strip.bottom), to: Point(x: strip.right, y: strip.bottom), .faint,
      width: 1)
    for mark in ticks.marks {
      let x = strip.x + mark.place / duration * strip.width
      canvas.line(
        from: Point(x: x, y: plot.bottom), to: Point(x: x, y: plot.bottom + 4), .faint, width: 1)
      canvas.line(
        from: Point(x: x, y: strip.bottom), to: Point(x: x, y: strip.bottom + 4), .faint, width: 1)
      var style = Self.tickStyle
      style.anchor = .middle
      canvas.text(mark.text, at: Point(x: x, y: strip.bottom + 17), style)
    }
    canvas.text(
      ticks.title, at: Point(x: strip.x + strip.width / 2, y: strip.bottom + 35), Self.axisStyle)
    canvas.end()
  }

  private func timeTicks(width: Double) -> AxisTicks {
    AxisTicks.time(duration: duration, limit: max(2, Int(width / 60)))
  }

  /// Says which labels have no lane.
  private func drawOthers(on canvas: any Canvas, below strip: Box) {
    var style = Self.tickStyle
    style.anchor = .start
    let count = others.count == 1 ? "1 more label" : "\(others.count) more labels"
    let names = others.map(CaptionText.readable).joined(separator: ", ")
    let text = "Not shown: \(count) (\(names))"
    canvas.text(
      shortened(text, style, width: strip.width + 72), at: Point(x: strip.x, y: strip.bottom + 54),
      style, note: text)
  }

  /// Room for the names of lanes and for the frequencies.
  private func leftMargin(width: Double, ticks: AxisTicks) -> Double {
    let names = lanes.map { measure(CaptionText.readable($0.label), Self.labelStyle) }.max() ?? 0
    let marks = ticks.marks.map { measure($0.text, Self.tickStyle) }.max() ?? 0
    return min(max(names + 20, marks + 34), width * 0.3)
  }

  /// As much of a text as a width has room for, with an ellipsis where something is left out.
  private func shortened(_ text: String, _ style: TextStyle, width: Double) -> String {
    if measure(text, style) <= width { return text }
    let characters = Array(text)
    var (low, high) = (0, characters.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if measure(String(characters[..<middle]) + "…", style) <= width {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return String(characters[..<low]) + "…"
  }
}
