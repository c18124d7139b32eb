import Foundation
import TestSupport
import Testing

@testable import SoundServer

/// The life of a job over the network.
@Suite struct JobTests {
  /// A second of silence, two of a tone, two of noise.
  static let recording = WaveFile(
    sampleRate: 8000,
    mono: Array(repeating: 0, count: 8000)
      + Signals.sine(frequency: 440, sampleRate: 8000, count: 16_000)
      + Signals.noise(count: 16_000)
  ).data

  private let server: LiveServer

  init() throws { server = try LiveServer() }

  private func job(_ answer: Client.Answer) throws -> String {
    try #require(try answer.json()["id"] as? String)
  }

  /// Follows a job to its end; gives all events.
  private func follow(_ id: String, from last: Int? = nil) throws -> [(name: String, data: String)]
  {
    let headers = last.map { ["Last-Event-ID": "\($0)"] } ?? [:]
    let answer = try server.ask("GET", "/api/v1/jobs/\(id)/events", headers)
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "text/event-stream")
    return answer.text.components(separatedBy: "\n\n").compactMap { block in
      let lines = block.components(separatedBy: "\n")
      guard let name = lines.first(where: { $0.hasPrefix("event: ") }),
        let data = lines.first(where: { $0.hasPrefix("data: ") })
      else { return nil }
      return (String(name.dropFirst(7)), String(data.dropFirst(6)))
    }
  }

  private func events(_ answer: Client.Answer) throws -> [[String: Any]] {
    let recordings = try answer.json()["recordings"] as? [[String: Any]]
    return recordings?.first?["events"] as? [[String: Any]] ?? []
  }

  @Test func anUploadBecomesEvents() throws {
    let answer = try server.ask(
      "POST", "/api/v1/jobs?name=my%20farm.wav&window=0.5&overlap=0.5", body: Self.recording)
    #expect(answer.status == 201)
    let id = try job(answer)
    #expect(answer.headers["location"] == "/api/v1/jobs/\(id)")
    let course = try follow(id)
    #expect(course.last?.name == "done")
    // Windows of half a second each quarter: 19 in five seconds.
    let told = course.filter { $0.name == "windows" }.map(\.data).joined()
    #expect(told.components(separatedBy: "\"index\":").count - 1 == 19)

    let found = try events(try server.ask("GET", "/api/v1/jobs/\(id)/results?threshold=0.5"))
    #expect(found.compactMap { $0["label"] as? String } == ["pure_tone", "white_noise"])
    let start = try #require(found.first?["start"] as? Double)
    #expect(abs(start - 1) < 0.5)
    // Nothing is surer than 0.9.
    #expect(try events(try server.ask("GET", "/api/v1/jobs/\(id)/results?threshold=0.95")).isEmpty)
    let chosen = try events(
      try server.ask("GET", "/api/v1/jobs/\(id)/results?threshold=0.5&label=white_noise"))
    #expect(chosen.compactMap { $0["label"] as? String } == ["white_noise"])
    let spelled = try events(
      try server.ask("GET", "/api/v1/jobs/\(id)/results?threshold=0.5&label=White%20Noise"))
    #expect(spelled.compactMap { $0["label"] as? String } == ["white_noise"])
  }

  @Test func aClientThatComesBackGetsWhatItMissed() throws {
    let id = try job(
      try server.ask("POST", "/api/v1/jobs?window=0.5&overlap=0.5", body: Self.recording))
    _ = try follow(id)
    let rest = try follow(id, from: 15)
    let told = try #require(rest.first { $0.name == "windows" })
    #expect(told.data.components(separatedBy: "\"index\":").count - 1 == 4)
    #expect(rest.last?.name == "done")
  }

  @Test func aFormIsTakenLikeABody() throws {
    let head =
      "--b\r\nContent-Disposition: form-data; name=\"window\"\r\n\r\n1\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../../a.wav\"\r\n\r\n"
    let body = Data(head.utf8) + Self.recording + Data("\r\n--b--\r\n".utf8)
    let answer = try server.ask(
      "POST", "/api/v1/jobs", ["Content-Type": "multipart/form-data; boundary=b"], body: body)
    #expect(answer.status == 201)
    let value = try answer.json()
    #expect(value["name"] as? String == "a.wav")
    #expect(value["window"] as? Double == 1)
    #expect(value["byteCount"] as? Int == Self.recording.count)
  }

  @Test(arguments: [
    ("application/json", "application/json", "{"), ("text/csv", "text/csv", "file,channel,"),
    ("text/vtt", "text/vtt", "WEBVTT"), ("application/jsonl", "application/jsonl", "{"),
    ("text/x-audacity-labels", "text/x-audacity-labels", "0.9"),
  ])
  func acceptDecidesTheFormat(accept: String, type: String, beginning: String) throws {
    let answer = try server.ask(
      "POST", "/api/v1/classify?window=0.5&overlap=0.5", ["Accept": accept], body: Self.recording)
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"]?.hasPrefix(type) == true)
    #expect(answer.headers["content-disposition"] == nil)
    #expect(answer.text.hasPrefix(beginning))
    #expect(answer.text.contains("pure"))
  }

  @Test func aChosenFormatIsAFileToSave() throws {
    let answer = try server.ask(
      "POST", "/api/v1/classify?window=0.5&format=csv&name=%C3%BCn%C3%AF%22.wav",
      body: Self.recording)
    #expect(
      answer.headers["content-disposition"]
        == "attachment; filename=\"results.csv\"; filename*=UTF-8''%C3%BCn%C3%AF%22.csv")
  }

  @Test func aProfileCutsAsTheCommandLineDoes() throws {
    let id = try job(try server.ask("POST", "/api/v1/jobs?window=0.5", body: Self.recording))
    _ = try follow(id)
    let path = "/api/v1/jobs/\(id)/results"
    let profile = #"{"open": 0.5, "labels": {"white_noise": {"open": 0.95}}}"#
    let found = try events(try server.ask("POST", path, body: Data(profile.utf8)))
    #expect(found.compactMap { $0["label"] as? String } == ["pure_tone"])
    let wrong = try server.ask("POST", path, body: Data(#"{"labels": {"white_nois": {}}}"#.utf8))
    #expect(wrong.status == 422)
    #expect(wrong.text.contains("white_noise"))
  }

  @Test func aRecordingIsClassifiedAgain() throws {
    let id = try job(
      try server.ask("POST", "/api/v1/jobs?window=1&name=a.wav", body: Self.recording))
    let answer = try server.ask("POST", "/api/v1/jobs/\(id)/again?window=0.5&overlap=0.5")
    #expect(answer.status == 201)
    #expect(try answer.json()["name"] as? String == "a.wav")
    let renamed = try server.ask("POST", "/api/v1/jobs/\(id)/again?window=1&name=b.wav")
    #expect(try renamed.json()["name"] as? String == "b.wav")
    let second = try job(answer)
    // Removing the first leaves the second what it needs.
    #expect(try server.ask("DELETE", "/api/v1/jobs/\(id)").status == 204)
    #expect(try follow(second).last?.name == "done")
    #expect(try server.ask("GET", "/api/v1/jobs/\(second)").json()["windowCount"] as? Int == 19)
    #expect(try server.ask("GET", "/api/v1/jobs/\(id)").status == 404)
  }

  @Test func windowsAreFoundByTime() throws {
    let id = try job(
      try server.ask("POST", "/api/v1/jobs?window=0.5&overlap=0", body: Self.recording))
    _ = try follow(id)
    let page = try server.ask("GET", "/api/v1/jobs/\(id)/windows?at=2.3&top=1").json()
    let window = try #require((page["windows"] as? [[String: Any]])?.first)
    #expect(window["index"] as? Int == 4)
    #expect(((window["top"] as? [[String: Any]])?.first)?["label"] as? String == "pure_tone")
    #expect(page["total"] as? Int == 10)
    let range = try server.ask("GET", "/api/v1/jobs/\(id)/windows?from=8&count=5").json()
    #expect((range["windows"] as? [[String: Any]])?.count == 2)
  }

  @Test func aRemovedJobStopsAndItsFilesGo() throws {
    let slow = try LiveServer(engine: WaveEngine(delay: 0.2 * Double(Sanitizer.patience)))
    let answer = try slow.ask("POST", "/api/v1/jobs?window=0.5&overlap=0.9", body: Self.recording)
    let id = try job(answer)
    let early = try slow.ask("GET", "/api/v1/jobs/\(id)/results")
    #expect(early.status == 409)
    #expect(try slow.ask("GET", "/api/v1/jobs/\(id)/results?partial=true").status == 200)
    let clock = ContinuousClock.now
    #expect(try slow.ask("DELETE", "/api/v1/jobs/\(id)").status == 204)
    #expect(try slow.ask("GET", "/api/v1/jobs/\(id)").status == 404)
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(at: slow.parent, includingPropertiesForKeys: nil)
        .first { !$0.lastPathComponent.hasSuffix(".lock") })
    // All 46 windows would take more than nine seconds, or as many times that as there is patience.
    while ContinuousClock.now - clock < .seconds(5 * Sanitizer.patience),
      try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
    { Thread.sleep(forTimeInterval: 0.02) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func busyProcessorsKeepNobodyWaiting() throws {
    // More recordings at work than there are processors, each for a minute and a half.
    let busy = try LiveServer(engine: WaveEngine(delay: 2)) { $0.concurrency = 16 }
    for _ in 0..<16 {
      _ = try busy.ask("POST", "/api/v1/jobs?window=0.5&overlap=0.9", body: Self.recording)
    }
    let answer = try busy.ask(
      "POST", "/api/v1/jobs?window=0.5&overlap=0.9", body: Self.recording)
    #expect(try busy.ask("GET", "/api/v1/health").status == 200)
    let state = try busy.ask("GET", "/api/v1/jobs/\(try job(answer))").json()["state"] as? String
    #expect(state == "queued")
  }

  @Test func theRecordingIsHeardByRanges() throws {
    let id = try job(try server.ask("POST", "/api/v1/jobs?window=0.5", body: Self.recording))
    _ = try follow(id)
    let path = "/api/v1/jobs/\(id)/media"
    let whole = try server.ask("GET", path)
    #expect(whole.body == Self.recording)
    #expect(whole.headers["accept-ranges"] == "bytes")
    let part = try server.ask("GET", path, ["Range": "bytes=1000-1999"])
    #expect(part.status == 206)
    #expect(part.headers["content-range"] == "bytes 1000-1999/\(Self.recording.count)")
    #expect(part.body == Data(Self.recording[1000..<2000]))
    let outside = try server.ask("GET", path, ["Range": "bytes=99999999-"])
    #expect(outside.status == 416)
    #expect(outside.headers["content-range"] == "bytes */\(Self.recording.count)")
    let head = try server.ask("HEAD", path)
    #expect(head.headers["content-length"] == "\(Self.recording.count)")
    let wave = try server.ask("GET", "\(path).wav", ["Range": "bytes=0-43"])
    #expect(wave.status == 206)
    #expect(wave.body.prefix(4) == Data("RIFF".utf8))
    #expect(wave.headers["content-range"] == "bytes 0-43/\(44 + 80_000)")
  }

  @Test func tilesAreServed() throws {
    let id = try job(try server.ask("POST", "/api/v1/jobs?window=0.5", body: Self.recording))
    _ = try follow(id)
    let base = "/api/v1/jobs/\(id)"
    #expect(try server.ask("GET", "\(base)/peaks/0/0").body.count == 2048)
    // Five seconds in columns of 20 ms.
    #expect(try server.ask("GET", "\(base)/spectrogram/1/0").body.count == 250 * 64)
    for path in ["peaks/0/99", "spectrogram/0/0", "peaks/10/0", "peaks/0/-1", "peaks/x/0"] {
      #expect(try server.ask("GET", "\(base)/\(path)").status == 404)
    }
  }

  @Test func aModelIsUploadedUsedAndDeleted() throws {
    let bad = try server.ask("POST", "/api/v1/models?name=x", body: Data("no model".utf8))
    #expect(bad.status == 422)
    let answer = try server.ask("POST", "/api/v1/models?name=mine", body: Data("model: mine".utf8))
    #expect(answer.status == 201)
    let model = try job(answer)
    let labels = try server.ask("GET", "/api/v1/labels?model=\(model)").json()
    #expect(labels["labels"] as? [String] == ["silence", "own_tone", "own_noise"])
    let text = try server.ask(
      "POST", "/api/v1/classify?window=0.5&format=text&model=\(model)", body: Self.recording
    ).text
    // The recording holds noise too, which is the model's background.
    #expect(text.contains("own tone") && !text.contains("own noise"))
    #expect(try server.ask("DELETE", "/api/v1/models/\(model)").status == 204)
    #expect(try server.ask("DELETE", "/api/v1/models/\(model)").status == 404)
    #expect(try server.ask("DELETE", "/api/v1/models/version1").status == 403)
    #expect(try server.ask("GET", "/api/v1/labels?model=\(model)").status == 404)
  }

  @Test func metricsCountWhatHappened() throws {
    _ = try server.ask("POST", "/api/v1/classify?window=0.5&overlap=0.5", body: Self.recording)
    _ = try server.ask("POST", "/api/v1/jobs", body: Data("no audio".utf8))
    let text = try server.ask("GET", "/metrics").text
    #expect(text.contains("soundanalysis_jobs_done_total 1.0\n"))
    #expect(text.contains("soundanalysis_windows_total 19.0\n"))
    #expect(text.contains("soundanalysis_heard_seconds_total 5.0\n"))
    #expect(
      text.contains(
        "soundanalysis_http_requests_total{route=\"/api/v1/jobs\",method=\"POST\",status=\"422\"} 1\n"
      ))
  }
}
