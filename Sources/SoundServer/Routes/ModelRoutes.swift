import Foundation

/// The addresses of models and of their labels.
struct ModelRoutes: Sendable {
  let models: ModelStore
  let engine: any SoundEngine
  let metrics: Metrics

  var routes: [Route] {
    [
      Route(method: "GET", path: "/api/v1/models") { _ in
        try .json(ModelList(models: [try builtIn()] + models.all.map(ModelView.init)))
      },
      Route(
        method: "POST", path: "/api/v1/models", parameters: ["name"], body: .upload, handler: add),
      Route(method: "DELETE", path: "/api/v1/models/{id}") { request in
        try models.remove(request["id"])
        return Response(status: 204)
      },
      Route(method: "GET", path: "/api/v1/labels", parameters: ["model"]) { request in
        let model = try models.find(try request.query.text("model"))
        let classifier = try model?.classifier ?? engine.classifier(nil)
        return try .json(LabelList(labels: classifier.labels))
      },
    ]
  }

  private func add(_ request: Request) throws -> Response {
    guard let upload = request.upload else { throw Problem.badRequest("There is no model.") }
    metrics.add(.bytesUploaded, Double(upload.byteCount))
    let name = Upload.displayName(
      try request.query.text("name") ?? upload.fields["name"] ?? upload.name)
    let model = try models.add(upload, name: name.isEmpty ? "model" : name)
    return try .json(status: 201, ModelView(model))
  }

  private func builtIn() throws -> ModelView {
    let classifier = try engine.classifier(nil)
    return ModelView(
      id: ModelStore.builtIn, name: ModelStore.builtInName, labelCount: classifier.labels.count,
      windows: classifier.windows, isBuiltIn: true)
  }

  private struct ModelList: Encodable {
    var models: [ModelView]
  }

  private struct LabelList: Encodable {
    var labels: [String]
  }

  private struct ModelView: Encodable {
    var id: String
    var name: String
    var labelCount: Int
    var windows: WindowChoice
    var isBuiltIn: Bool

    init(id: String, name: String, labelCount: Int, windows: WindowChoice, isBuiltIn: Bool) {
      self.id = id
      self.name = name
      self.labelCount = labelCount
      self.windows = windows
      self.isBuiltIn = isBuiltIn
    }

    init(_ model: Model) {
      self.init(
        id: model.id, name: model.name, labelCount: model.classifier.labels.count,
        windows: model.classifier.windows, isBuiltIn: false)
    }
  }
}
