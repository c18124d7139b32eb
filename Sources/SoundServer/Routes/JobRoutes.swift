import Foundation

/// The addresses of jobs: upload, look, listen to progress, remove.
struct JobRoutes: Sendable {
  let jobs: JobStore
  let models: ModelStore
  let metrics: Metrics

  var routes: [Route] {
    [
      Route(
        method: "POST", path: "/api/v1/jobs", parameters: JobSettings.parameters, body: .upload,
        handler: create),
      Route(
        method: "POST", path: "/api/v1/jobs/{id}/again", parameters: JobSettings.parameters
      ) { request in
        let settings = try JobSettings(request)
        let model = try models.find(settings.model)
        return try created(jobs.repeat(request["id"], settings, model: model))
      },
      Route(method: "GET", path: "/api/v1/jobs/{id}") { request in
        try .json(JobView(try jobs.find(request["id"])))
      },
      Route(method: "DELETE", path: "/api/v1/jobs/{id}") { request in
        try jobs.remove(request["id"])
        return Response(status: 204)
      },
      Route(method: "GET", path: "/api/v1/jobs/{id}/events") { request in
        let job = try jobs.find(request["id"])
        let last = request.head.headers["last-event-id"].flatMap { Int($0) } ?? 0
        return Response(
          type: "text/event-stream", stream: JobEvents(job, from: max(0, last)),
          headers: [("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")])
      },
    ]
  }

  private func create(_ request: Request) throws -> Response {
    guard let upload = request.upload else { throw Problem.badRequest("There is no recording.") }
    metrics.add(.bytesUploaded, Double(upload.byteCount))
    let settings = try JobSettings(request)
    return try created(jobs.add(upload, settings, model: try models.find(settings.model)))
  }

  private func created(_ job: Job) throws -> Response {
    var response = try Response.json(
      status: 201, JobView(job), headers: [("Location", "/api/v1/jobs/\(job.id)")])
    // A client that does not learn the id can never ask for the job.
    response.undo = { try? jobs.remove(job.id) }
    return response
  }
}
