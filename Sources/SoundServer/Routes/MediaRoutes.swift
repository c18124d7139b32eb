import Foundation

/// The addresses of what is heard and seen of a recording: its bytes, a WAV of it, and its tiles.
struct MediaRoutes: Sendable {
  let jobs: JobStore
  let engine: any SoundEngine

  var routes: [Route] {
    [
      Route(method: "GET", path: "/api/v1/jobs/{id}/media", handler: media),
      Route(method: "GET", path: "/api/v1/jobs/{id}/media.wav", handler: wave),
      Route(method: "GET", path: "/api/v1/jobs/{id}/peaks/{level}/{tile}") { request in
        try self.tile(.peaks, request)
      },
      Route(method: "GET", path: "/api/v1/jobs/{id}/spectrogram/{level}/{tile}") { request in
        try self.tile(.spectrogram, request)
      },
    ]
  }

  /// The content type under which browsers play a recording; nil where most cannot.
  static func browserType(of info: RecordingInfo) -> String? {
    let containers = Set(info.container.split(separator: ",").map(String.init))
    switch info.codec {
    case "mp3" where containers.contains("mp3"): return "audio/mpeg"
    case "flac" where containers.contains("flac"): return "audio/flac"
    case "aac" where !containers.isDisjoint(with: ["mp4", "m4a", "mov"]): return "audio/mp4"
    case "vorbis" where containers.contains("ogg"): return "audio/ogg; codecs=vorbis"
    case "opus" where containers.contains("ogg"): return "audio/ogg; codecs=opus"
    case "opus" where containers.contains("webm"): return "audio/webm; codecs=opus"
    case "pcm_s16le", "pcm_u8", "pcm_s24le", "pcm_f32le":
      return containers.contains("wav") ? "audio/wav" : nil
    default: return nil
    }
  }

  private func media(_ request: Request) throws -> Response {
    let job = try jobs.find(request["id"])
    let range = try Range(of: job.byteCount, request)
    return Response(
      status: range.status, type: Self.browserType(of: job.info) ?? "application/octet-stream",
      stream: try FileSlice(job.recording, range: range.bytes), length: Int64(range.bytes.count),
      headers: range.headers + [("Cache-Control", "private, max-age=86400")])
  }

  private func wave(_ request: Request) throws -> Response {
    let job = try jobs.find(request["id"])
    let status = job.current
    guard let frameCount = status.frameCount, status.isOverviewComplete else {
      throw Problem.conflict("The recording's length is not known yet; ask again in a moment.")
    }
    let layout = WaveLayout(frameCount: frameCount, sampleRate: job.info.sampleRate)
    let range = try Range(of: layout.byteCount, request)
    return Response(
      status: range.status, type: "audio/wav",
      stream: WaveStream(
        layout, range: range.bytes, reader: try engine.reader(of: job.recording), job: job),
      length: Int64(range.bytes.count),
      headers: range.headers + [("Cache-Control", "private, max-age=86400")])
  }

  private func tile(_ kind: OverviewKind, _ request: Request) throws -> Response {
    let job = try jobs.find(request["id"])
    guard let level = Int(request["level"]), kind.levels.contains(level),
      let tile = Int(request["tile"]), (0..<10_000_000).contains(tile)
    else {
      throw Problem.notFound(
        "There is no such tile; levels of \(kind.rawValue) are \(kind.levels.lowerBound) to \(kind.levels.upperBound - 1)."
      )
    }
    let isComplete = job.current.isOverviewComplete
    guard let data = try TileReader.read(kind, level: level, tile: tile, folder: job.folder) else {
      // Nothing is drawn there yet: no error, but nothing to keep either.
      guard isComplete else {
        return Response(status: 204, headers: [("Cache-Control", "no-store")])
      }
      throw Problem.notFound("The recording ends before this tile.")
    }
    let whole = data.count == OverviewFormat.columnsPerTile * kind.columnBytes
    return Response(
      type: "application/octet-stream", data,
      headers: [
        ("Cache-Control", isComplete || whole ? "private, max-age=86400, immutable" : "no-store")
      ])
  }
}

extension MediaRoutes {
  /// The part of a body that a client asks for, and how the answer says so.
  private struct Range {
    var status: Int
    var bytes: Swift.Range<Int64>
    var headers: [(String, String)]

    init(of length: Int64, _ request: Request) throws(Problem) {
      switch ByteRange.parse(request.head.headers["range"], length: length) {
      case .whole:
        status = 200
        bytes = 0..<length
        headers = [("Accept-Ranges", "bytes")]
      case .part(let part):
        status = 206
        bytes = part
        headers = [
          ("Accept-Ranges", "bytes"),
          ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"),
        ]
      case .outside:
        throw .rangeNotSatisfiable(length: length)
      }
    }
  }
}
