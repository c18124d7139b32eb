import Foundation
import SoundEvents

/// The addresses of results: events in every format, and windows.
struct ResultRoutes: Sendable {
  /// The parameters of a cut.
  static let cutParameters: Set<String> = [
    "threshold", "close", "minimum_length", "maximum_gap", "label", "format",
  ]

  let jobs: JobStore

  var routes: [Route] {
    [
      Route(
        method: "GET", path: "/api/v1/jobs/{id}/results",
        parameters: Self.cutParameters.union(["partial"])
      ) { request in
        try results(request, cut: try EventCut(request.query))
      },
      Route(
        method: "POST", path: "/api/v1/jobs/{id}/results",
        parameters: ["format", "partial", "label"], body: .small(limit: EventProfile.largestFile)
      ) { request in
        try results(request, cut: try EventCut(profile: request.body, request.query))
      },
      Route(
        method: "GET", path: "/api/v1/jobs/{id}/windows",
        parameters: ["at", "from", "count", "top"],
        handler: windows),
    ]
  }

  private func results(_ request: Request, cut: EventCut) throws -> Response {
    let job = try jobs.find(request["id"])
    let partial = try request.query.text("partial") ?? "false"
    guard ["true", "false"].contains(partial) else {
      throw Problem.invalidParameter("partial", found: partial, expected: "true or false")
    }
    let state = job.current.state
    guard state == .done || partial == "true" else {
      throw Problem.conflict(
        "The job is \(state.rawValue); ask again when it is done, or add partial=true for what there is."
      )
    }
    let format = try ResultFormat.choose(request)
    return try format.response(
      EventStream(job: job, cut: cut, format: format.format),
      fileName: (job.name as NSString).deletingPathExtension)
  }

  private func windows(_ request: Request) throws -> Response {
    let job = try jobs.find(request["id"])
    let top = try request.query.integer("top", in: 1...1000) ?? 10
    let range: Range<Int>
    if let time = try request.query.number("at", in: 0...1e9) {
      guard request.query.names.isDisjoint(with: ["from", "count"]) else {
        throw Problem.badRequest("Give either 'at', or 'from' and 'count'.")
      }
      // Of the windows around this time, the one whose centre is nearest.
      let frame = Int64(time * job.info.sampleRate)
      let around = try job.scores.windows(around: frame)
      let near = try job.scores.read(around).enumerated().min { first, second in
        distance(first.element, frame) < distance(second.element, frame)
      }
      range =
        near.map { around.lowerBound + $0.offset..<around.lowerBound + $0.offset + 1 } ?? 0..<0
    } else {
      let first = try request.query.integer("from", in: 0...1_000_000_000) ?? 0
      range = first..<first + (try request.query.integer("count", in: 1...1000) ?? 100)
    }
    let views = try job.scores.read(range).enumerated().map { offset, window in
      WindowView(window, index: range.lowerBound + offset, job: job, top: top)
    }
    return try .json(WindowPage(total: job.scores.count, windows: views))
  }

  private func distance(_ window: ScoredWindow, _ frame: Int64) -> Int64 {
    abs((window.startFrame + window.endFrame) / 2 - frame)
  }

  private struct WindowPage: Encodable {
    var total: Int
    var windows: [WindowView]
  }
}
