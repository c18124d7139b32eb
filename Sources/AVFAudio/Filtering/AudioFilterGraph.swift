internal import CFFmpeg

/// Runs one channel through a graph of FFmpeg's audio filters, in the time of the input.
///
/// Output sample n stands for input sample n, and there are as many: the delay that a graph turns
/// out to have is measured when it is made, and taken out; what it leaves out is silence; what it adds
/// at the end is dropped. Memory is what the filters themselves take. One owner uses a graph at a time.
@safe package final class AudioFilterGraph {
  /// The graph as FFmpeg writes it, such as `highpass=f=120,afftdn`.
  package let text: String

  /// The frames in a second of input and output.
  package let sampleRate: Double

  /// How much later than its input the graph's output comes, in frames; taken out already.
  package let delay: Int

  private let chain: FilterChain
  private var inputCount: Int64 = 0
  private var outputCount: Int64 = 0

  /// The place, in frames of the graph's own output, at which its next samples belong.
  private var nextRawFrame: Int64 = 0
  private var piece: [Float] = []

  private static let pieceLength = 4096

  /// Makes a graph for one stream.
  ///
  /// - Parameters:
  ///   - text: in FFmpeg's language, with one open input and one open output.
  ///   - sampleRate: in Hz; a rate of ``AudioLimits``.
  /// - Throws: where the graph cannot be set up, or changes the length of the sound.
  package convenience init(_ text: String, sampleRate: Double) throws(FilterGraphError) {
    let delay = try FilterProbe.delay(of: text, sampleRate: sampleRate)
    try self.init(text, sampleRate: sampleRate, delay: delay)
  }

  /// Makes a graph whose delay is known.
  init(_ text: String, sampleRate: Double, delay: Int) throws(FilterGraphError) {
    self.text = text
    self.sampleRate = sampleRate
    self.delay = delay
    chain = try FilterChain(text, sampleRate: Int32(sampleRate))
  }

  /// Filters the next samples and appends what is complete to the output.
  ///
  /// - Throws: where the graph fails, or gives more sound than it takes.
  package func process(
    _ samples: Span<Float>, into output: inout [Float]
  ) throws(FilterGraphError) {
    var start = 0
    while start < samples.count {
      let part = samples.extracting(start..<min(samples.count, start + Self.pieceLength))
      start += part.count
      try feed(part)
      inputCount += Int64(part.count)
      try drain(into: &output)
    }
  }

  /// Appends the rest of the output; it is then as long as the input.
  package func finish(into output: inout [Float]) throws(FilterGraphError) {
    let silence = [Float](repeating: 0, count: min(delay, Self.pieceLength))
    var missing = delay
    while missing > 0 {
      let count = min(missing, silence.count)
      try feed(silence.span.extracting(first: count))
      missing -= count
    }
    guard chain.sendEnd() else { throw failure }
    try drain(into: &output, isEnd: true)
    append(repeating: inputCount - outputCount, into: &output)
  }

  private func feed(_ samples: Span<Float>) throws(FilterGraphError) {
    guard chain.send(samples) else { throw failure }
  }

  private var failure: FilterGraphError {
    FilterGraphError(graph: text, fault: "it fails in the middle of the sound")
  }

  /// Takes what the graph has ready.
  private func drain(into output: inout [Float], isEnd: Bool = false) throws(FilterGraphError) {
    while !isEnd || outputCount < inputCount {
      piece.removeAll(keepingCapacity: true)
      guard let received = chain.receive(into: &piece) else { throw failure }
      guard received.hasFrame else { return }
      let start = max(nextRawFrame, received.frame ?? nextRawFrame)
      guard isEnd || start - inputCount < Int64(sampleRate) + Int64(delay) else {
        throw FilterGraphError(graph: text, fault: "it gives more sound than it takes")
      }
      // A jump in the graph's own clock is sound that it leaves out.
      append(
        repeating: min(start, inputCount + Int64(delay)) - nextRawFrame, from: nextRawFrame,
        into: &output)
      append(piece.span, from: start, into: &output)
      nextRawFrame = start + Int64(piece.count)
    }
  }

  /// Appends samples of the graph's output from a place on, without those that its delay made.
  private func append(_ samples: Span<Float>, from start: Int64, into output: inout [Float]) {
    let early = Int(min(Int64(samples.count), max(0, Int64(delay) - start)))
    let kept = samples.extracting(early..<samples.count)
    let count = Int(min(Int64(kept.count), max(0, roomAhead)))
    output.append(kept.extracting(first: count))
    outputCount += Int64(count)
  }

  /// How much more may come out: the input, and what a filter that looks ahead makes of its end.
  private var roomAhead: Int64 { inputCount - outputCount }

  private func append(repeating count: Int64, from start: Int64 = .max, into output: inout [Float])
  {
    let early = start == .max ? 0 : max(0, min(count, Int64(delay) - start))
    let kept = max(0, min(count - early, roomAhead))
    output.append(contentsOf: repeatElement(0, count: Int(kept)))
    outputCount += kept
  }
}
