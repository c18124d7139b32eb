private import CPango

/// A line of text set in letters, through Pango: any script that the machine has letters for.
@safe final class PangoText {
  /// The width of the line.
  let width: Double

  private let layout: OpaquePointer

  /// Sets a text for a cairo context, which must outlive it.
  @unsafe init(_ text: String, _ style: TextStyle, context: OpaquePointer) {
    unsafe layout = pango_cairo_create_layout(context)
    let description = unsafe pango_font_description_from_string(TextStyle.families)
    unsafe pango_font_description_set_weight(
      description, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    unsafe pango_font_description_set_absolute_size(
      description, style.size * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    // Neighbours keep their sides, whatever the script of a label.
    unsafe pango_layout_set_auto_dir(layout, 0)
    unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
    var (width, height) = (Int32(0), Int32(0))
    unsafe pango_layout_get_size(layout, &width, &height)
    self.width = Double(width) / Double(PANGO_SCALE)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Draws the line with its baseline at the context's origin.
  @unsafe func show(in context: OpaquePointer) {
    let baseline = unsafe Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
    unsafe cairo_move_to(context, 0, -baseline)
    unsafe pango_cairo_show_layout(context, layout)
  }
}
