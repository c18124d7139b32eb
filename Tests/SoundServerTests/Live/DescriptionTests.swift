import Foundation
import TestSupport
import Testing

@testable import SoundServer

/// Holds the OpenAPI description and the table of addresses to each other.
@Suite struct DescriptionTests {
  private let folder: TemporaryFolder
  private let routes: [Route]
  private let description: [String: Any]

  init() throws {
    folder = try TemporaryFolder()
    let engine = WaveEngine()
    let metrics = Metrics()
    let files = try WebFiles(folder: Server.webFolder)
    routes = Server.routes(
      jobs: JobStore(engine: engine, folder: folder.url, limits: JobLimits(), metrics: metrics),
      models: ModelStore(engine: engine, folder: folder.url), engine: engine, metrics: metrics,
      limits: JobLimits(), uploadBytes: 1, token: nil, files: files)
    let data = try Data(contentsOf: Server.webFolder.appendingPathComponent("openapi.json"))
    description = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private var operations: [String: [String: Any]] {
    var operations: [String: [String: Any]] = [:]
    for (path, item) in description["paths"] as? [String: [String: Any]] ?? [:] {
      for (method, operation) in item {
        operations["\(method.uppercased()) \(path)"] = operation as? [String: Any]
      }
    }
    return operations
  }

  private var api: [Route] { routes.filter { $0.path.hasPrefix("/api/") || $0.path == "/metrics" } }

  @Test func bothNameTheSameAddresses() {
    #expect(Set(operations.keys) == Set(api.map { "\($0.method) \($0.path)" }))
  }

  @Test func bothNameTheSameParameters() {
    for route in api {
      let parameters =
        operations["\(route.method) \(route.path)"]?["parameters"] as? [[String: Any]]
      let names = (parameters ?? []).filter { $0["in"] as? String == "query" }
      #expect(
        Set(names.compactMap { $0["name"] as? String }) == route.parameters,
        "\(route.method) \(route.path)")
    }
  }

  @Test func bothSayWhoNeedsAToken() {
    for route in api {
      let isOpen = operations["\(route.method) \(route.path)"]?["security"] != nil
      if case .open = route.access { #expect(isOpen) } else { #expect(!isOpen) }
    }
  }

  @Test func theDescriptionIsServed() throws {
    let answer = try LiveServer().ask("GET", "/api/v1/openapi.json")
    #expect(try answer.json()["openapi"] as? String == "3.1.0")
  }
}
