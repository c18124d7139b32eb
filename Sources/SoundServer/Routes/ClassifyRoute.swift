import Foundation

/// Classifies a short recording while the client waits.
struct ClassifyRoute: Sendable {
  let jobs: JobStore
  let models: ModelStore
  let limits: JobLimits
  let metrics: Metrics

  var routes: [Route] {
    [
      Route(
        method: "POST", path: "/api/v1/classify",
        parameters: JobSettings.parameters.union(ResultRoutes.cutParameters), body: .upload,
        handler: classify)
    ]
  }

  private func classify(_ request: Request) throws -> Response {
    guard let upload = request.upload else { throw Problem.badRequest("There is no recording.") }
    metrics.add(.bytesUploaded, Double(upload.byteCount))
    let format = try ResultFormat.choose(request)
    let cut = try EventCut(request.query)
    let settings = try JobSettings(request)
    let model = try models.find(settings.model)
    let job = try jobs.run(upload, settings, model: model, longest: limits.synchronousSeconds)
    if let problem = job.current.problem { throw problem }
    return try format.response(
      EventStream(job: job, cut: cut, format: format.format),
      fileName: (job.name as NSString).deletingPathExtension)
  }
}
