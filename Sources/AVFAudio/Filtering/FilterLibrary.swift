internal import CFFmpeg

/// libavfilter, loaded when a filter is first asked for.
enum FilterLibrary {
  /// The library's functions; nil where it is not installed. Written once, and only read afterwards.
  static let functions: ffmpeg_filter_functions? = {
    var functions = ffmpeg_filter_functions()
    return unsafe ffmpeg_load_filters(&functions) ? functions : nil
  }()

  /// The name of the library's file.
  static var name: String { unsafe String(cString: ffmpeg_filter_library) }
}
