import Foundation

/// The web app and the HTTP API, ready to run.
package struct Server: Sendable {
  /// The version that the API tells.
  package static let version = "0.1.0"

  private let options: ServeOptions
  private let engine: any SoundEngine
  private let loop = EventLoop()

  /// Prepares a server.
  package init(_ options: ServeOptions, engine: any SoundEngine) {
    self.options = options
    self.engine = engine
  }

  /// Serves until `stop`, or until the process is asked to end.
  ///
  /// - Parameters:
  ///   - endsOnSignals: whether SIGINT, SIGTERM and SIGHUP end it.
  ///   - started: told the address to open once the server listens.
  /// - Throws: where it cannot listen or has no place for temporary files.
  package func run(
    endsOnSignals: Bool = true, started: (ServerAddress) -> Void = { _ in }
  ) throws(ServerError) {
    var parts: Parts?
    defer { parts?.close(loop) }
    try loop.run { () throws(ServerError) in
      let made = try makeParts()
      parts = made
      let port = try made.http.listen(address: options.host, port: options.port)
      if endsOnSignals {
        for number in [SIGINT, SIGTERM, SIGHUP] { loop.onSignal(number) { loop.stop() } }
      }
      let jobs = made.jobs
      loop.every(milliseconds: 60_000) { jobs.removeOldJobs() }
      started(ServerAddress(host: options.host, port: port, token: made.token))
    }
  }

  /// Ends `run`, from any thread.
  package func stop() {
    loop.stop()
  }

  private func makeParts() throws(ServerError) -> Parts {
    let folder = try WorkFolder(in: options.temporaryFolder)
    let token = options.token ?? (options.isLoopback ? nil : RandomName.make())
    let access = token.map { AccessToken($0) }
    let metrics = Metrics()
    var limits = JobLimits()
    limits.jobs = options.mostJobs
    limits.seconds = options.longestSeconds
    limits.synchronousSeconds = min(limits.synchronousSeconds, limits.seconds)
    limits.idleSeconds = options.jobHours * 3600
    limits.concurrency = options.concurrency ?? limits.concurrency
    let jobs = JobStore(engine: engine, folder: folder.url, limits: limits, metrics: metrics)
    let models = ModelStore(engine: engine, folder: folder.url)
    let files = try WebFiles(folder: Self.webFolder)
    let routes = Self.routes(
      jobs: jobs, models: models, engine: engine, metrics: metrics, limits: limits,
      uploadBytes: options.mostUploadBytes, token: access, files: files)
    let application = Application(
      router: Router(routes),
      hosts: HostPolicy(
        isLoopback: options.isLoopback,
        names: options.allowedHosts + (options.isLoopback ? [] : MachineName.all)),
      token: access,
      requests: RateLimiter(
        perSecond: options.requestsPerSecond, stock: options.requestsPerSecond * 4),
      uploads: RateLimiter(
        perSecond: options.uploadsPerMinute / 60, stock: options.uploadsPerMinute),
      metrics: metrics)
    var httpLimits = HTTPLimits(uploadBytes: options.mostUploadBytes)
    httpLimits.stallSeconds = options.stallSeconds
    let http = HTTPServer(
      loop: loop, limits: httpLimits, folder: folder.url, application: application)
    return Parts(folder: folder, http: http, jobs: jobs, token: token)
  }

  /// Where the page's files lie.
  static var webFolder: URL { Bundle.module.bundleURL.appendingPathComponent("Web") }

  /// The table of all addresses.
  static func routes(
    jobs: JobStore, models: ModelStore, engine: any SoundEngine, metrics: Metrics,
    limits: JobLimits, uploadBytes: Int64, token: AccessToken?, files: WebFiles
  ) -> [Route] {
    JobRoutes(jobs: jobs, models: models, metrics: metrics).routes
      + ResultRoutes(jobs: jobs).routes
      + MediaRoutes(jobs: jobs, engine: engine).routes
      + ClassifyRoute(jobs: jobs, models: models, limits: limits, metrics: metrics).routes
      + ModelRoutes(models: models, engine: engine, metrics: metrics).routes
      + ServerRoutes(
        jobs: jobs, metrics: metrics, limits: limits, uploadBytes: uploadBytes, token: token,
        files: files
      ).routes
      + files.routes
  }

  private struct Parts {
    var folder: WorkFolder
    var http: HTTPServer
    var jobs: JobStore
    var token: String?

    /// Lets every connection and thread end, then removes the temporary files.
    func close(_ loop: EventLoop) {
      http.close()
      jobs.close()
      http.waitForThreads()
      loop.drain()
      folder.remove()
    }
  }
}

/// Where a server is to be found.
package struct ServerAddress: Sendable, Hashable {
  /// The numeric address that it listens on.
  package var host: String

  /// The port.
  package var port: UInt16

  /// The access token, where one is needed.
  package var token: String?

  /// The address to open in a browser; the token follows a `#`, which browsers do not send.
  package var url: String {
    let name = host == "0.0.0.0" || host == "::" ? MachineName.own : host
    let literal = name.contains(":") ? "[\(name)]" : name
    return "http://\(literal):\(port)/" + (token.map { "#token=\($0)" } ?? "")
  }
}

/// The names of this machine.
enum MachineName {
  /// The name that it has in its network.
  static var own: String { ProcessInfo.processInfo.hostName }

  /// The name, and what it is called by neighbours.
  static var all: [String] {
    let short = own.prefix { $0 != "." }
    return [own, String(short), "\(short).local"]
  }
}
