internal import CFFmpeg

/// The C side of a filter graph: one channel of Float32 goes in, one comes out, at one rate.
@safe final class FilterChain {
  private let library: ffmpeg_filter_functions
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let sampleRate: Int32
  private let watchedKey: String?
  private var inputCount: Int64 = 0

  /// The newest value that the graph attached to its output under the watched key.
  private(set) var watchedValue: String?

  /// Parses and configures a graph.
  ///
  /// - Parameter watchedKey: the name of a value that the graph attaches to its output; nil for none.
  init(
    _ text: String, sampleRate: Int32, watchedKey: String? = nil
  ) throws(FilterGraphError) {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw FilterGraphError(graph: text, fault: "it is empty")
    }
    guard !text.utf8.contains(0) else {
      throw FilterGraphError(graph: text, fault: "it holds a zero byte")
    }
    guard let library = FilterLibrary.functions else {
      throw FilterGraphError(graph: text, fault: "\(FilterLibrary.name) is not installed")
    }
    self.library = library
    self.sampleRate = sampleRate
    self.watchedKey = watchedKey
    let (built, messages) = FFmpegLibrary.capturingErrors {
      Self.build(text, sampleRate: sampleRate, library)
    }
    guard let built else {
      throw FilterGraphError(graph: text, messages: messages)
    }
    unsafe graph = built.graph
    unsafe source = built.source
    unsafe sink = built.sink
    unsafe frame = av_frame_alloc()
    guard unsafe frame != nil else { throw FilterGraphError(graph: text, fault: "no memory") }
  }

  deinit {
    unsafe av_frame_free(&frame)
    unsafe library.avfilter_graph_free(&graph)
  }

  @safe private struct Built {
    let graph: UnsafeMutablePointer<AVFilterGraph>
    let source: UnsafeMutablePointer<AVFilterContext>
    let sink: UnsafeMutablePointer<AVFilterContext>
  }

  /// Puts the graph between a source and a sink; nil where the library refuses.
  private static func build(
    _ text: String, sampleRate: Int32, _ library: ffmpeg_filter_functions
  ) -> Built? {
    var graph = library.avfilter_graph_alloc()
    guard unsafe graph != nil else { return nil }
    unsafe graph!.pointee.nb_threads = 1
    let input =
      "time_base=1/\(sampleRate):sample_rate=\(sampleRate):sample_fmt=flt:channel_layout=mono"
    let output = "sample_fmts=flt:sample_rates=\(sampleRate):channel_layouts=mono"
    var ends = (
      inputs: library.avfilter_inout_alloc(), outputs: library.avfilter_inout_alloc()
    )
    defer {
      unsafe library.avfilter_inout_free(&ends.inputs)
      unsafe library.avfilter_inout_free(&ends.outputs)
    }
    guard let source = unsafe make("abuffer", "in", input, graph, library),
      let format = unsafe make("aformat", "format", output, graph, library),
      let sink = unsafe make("abuffersink", "out", nil, graph, library),
      unsafe library.avfilter_link(format, 0, sink, 0) >= 0,
      unsafe ends.inputs != nil, unsafe ends.outputs != nil
    else {
      unsafe library.avfilter_graph_free(&graph)
      return nil
    }
    // What the graph calls its input is the output of the source, and the other way round.
    unsafe ends.outputs!.pointee.name = unsafe av_strdup("in")
    unsafe ends.outputs!.pointee.filter_ctx = unsafe source
    unsafe ends.inputs!.pointee.name = unsafe av_strdup("out")
    unsafe ends.inputs!.pointee.filter_ctx = unsafe format
    guard
      unsafe library.avfilter_graph_parse_ptr(graph, text, &ends.inputs, &ends.outputs, nil) >= 0,
      unsafe library.avfilter_graph_config(graph, nil) >= 0
    else {
      unsafe library.avfilter_graph_free(&graph)
      return nil
    }
    return unsafe Built(graph: graph!, source: source, sink: sink)
  }

  private static func make(
    _ filter: String, _ name: String, _ arguments: String?,
    _ graph: UnsafeMutablePointer<AVFilterGraph>?, _ library: ffmpeg_filter_functions
  ) -> UnsafeMutablePointer<AVFilterContext>? {
    var context: UnsafeMutablePointer<AVFilterContext>?
    let code = unsafe library.avfilter_graph_create_filter(
      &context, library.avfilter_get_by_name(filter), name, arguments, nil, graph)
    return unsafe code >= 0 ? context : nil
  }

  /// Gives the graph the next samples; false where it fails.
  func send(_ samples: Span<Float>) -> Bool {
    guard samples.count > 0 else { return true }
    unsafe av_frame_unref(frame)
    unsafe frame!.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    unsafe frame!.pointee.nb_samples = Int32(samples.count)
    unsafe frame!.pointee.sample_rate = sampleRate
    unsafe av_channel_layout_default(&frame!.pointee.ch_layout, 1)
    unsafe frame!.pointee.pts = inputCount
    guard unsafe av_frame_get_buffer(frame, 0) >= 0 else { return false }
    let target = unsafe UnsafeMutableRawPointer(frame!.pointee.data.0!)
      .assumingMemoryBound(to: Float.self)
    for index in samples.indices { unsafe target[index] = samples[index] }
    inputCount += Int64(samples.count)
    return unsafe library.av_buffersrc_add_frame(source, frame) >= 0
  }

  /// Tells the graph that nothing follows; false where it fails.
  func sendEnd() -> Bool {
    unsafe library.av_buffersrc_add_frame(source, nil) >= 0
  }

  /// Appends the next samples that the graph has ready.
  ///
  /// - Returns: whether there were any, and where the first belongs by the graph's clock, in frames;
  ///   nil where the graph fails.
  func receive(into output: inout [Float]) -> (hasFrame: Bool, frame: Int64?)? {
    unsafe av_frame_unref(frame)
    let code = unsafe library.av_buffersink_get_frame(sink, frame)
    if code == ffmpeg_error_again || code == ffmpeg_error_end_of_file { return (false, nil) }
    guard code >= 0 else { return nil }
    if let watchedKey, let entry = unsafe av_dict_get(frame!.pointee.metadata, watchedKey, nil, 0) {
      watchedValue = unsafe String(cString: entry.pointee.value)
    }
    let count = unsafe Int(frame!.pointee.nb_samples)
    let samples = unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(frame!.pointee.data.0!).assumingMemoryBound(to: Float.self),
      count: count)
    for index in 0..<count {
      let sample = unsafe samples[index]
      output.append(sample.isFinite ? sample : 0)
    }
    let pts = unsafe frame!.pointee.pts
    guard pts != ffmpeg_no_timestamp else { return (true, nil) }
    let place = FrameCount.frames(
      ofTicks: pts, timeBase: unsafe library.av_buffersink_get_time_base(sink),
      sampleRate: sampleRate)
    return (true, place)
  }
}
