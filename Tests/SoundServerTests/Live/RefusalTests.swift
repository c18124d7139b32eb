import Foundation
import TestSupport
import Testing

@testable import SoundServer

/// What the server says to requests that it does not like.
@Suite struct RefusalTests {
  private let server: LiveServer

  init() throws {
    server = try LiveServer { options in
      options.mostUploadBytes = 1_000_000
      options.stallSeconds = 2 * Sanitizer.patience
    }
  }

  private func checkProblem(_ answer: Client.Answer, status: Int, code: String) throws {
    #expect(answer.status == status)
    #expect(answer.headers["content-type"] == "application/problem+json")
    let details = try answer.json()
    #expect(details["status"] as? Int == status)
    #expect(details["code"] as? String == code)
    #expect(details["type"] as? String == "/api/v1/problems/\(code)")
    for field in ["title", "detail"] { #expect((details[field] as? String)?.isEmpty == false) }
  }

  @Test(arguments: [
    ("GET", "/nothing", 404, "not-found"),
    ("GET", "/api/v1/jobs/unknown", 404, "not-found"),
    ("PUT", "/api/v1/jobs", 405, "method-not-allowed"),
    ("GET", "/api/v1/labels?modle=x", 400, "bad-request"),
    ("POST", "/api/v1/jobs", 400, "bad-request"),
    ("GET", "/api/v1/%FF", 404, "not-found"),
  ])
  func eachRefusalIsAProblem(method: String, path: String, status: Int, code: String) throws {
    try checkProblem(try server.ask(method, path), status: status, code: code)
  }

  @Test(arguments: [
    "/../../etc/passwd", "/api/v1/jobs/..%2F..%2Fetc%2Fpasswd", "/%2E%2E/index.html",
  ])
  func noPathLeadsOut(path: String) throws {
    #expect([400, 404].contains(try server.ask("GET", path).status))
  }

  @Test(arguments: [
    ("application/json", 415, "unsupported-type"), ("text/plain", 415, "unsupported-type"),
    ("multipart/form-data", 400, "bad-request"),
    ("multipart/mixed; boundary=b", 415, "unsupported-type"),
    ("application/octet-stream", 422, "unreadable-recording"),
    ("audio/wav", 422, "unreadable-recording"),
  ])
  func wrongBodiesAreRefused(type: String, status: Int, code: String) throws {
    let answer = try server.ask(
      "POST", "/api/v1/jobs", ["Content-Type": type], body: Data("this is no audio".utf8))
    try checkProblem(answer, status: status, code: code)
  }

  @Test(arguments: [
    "window=0.1", "window=99", "window=x", "overlap=1", "overlap=-1", "window=1&window=2",
  ])
  func wrongSettingsAreRefused(query: String) throws {
    let answer = try server.ask("POST", "/api/v1/jobs?\(query)", body: JobTests.recording)
    #expect([400, 422].contains(answer.status))
    #expect(answer.headers["content-type"] == "application/problem+json")
  }

  @Test(arguments: [
    ("threshold=0", "found '0', expected a number over 0 and at most 1."),
    ("threshold=1e-60", "found '1e-60', expected a number over 0 and at most 1."),
    ("threshold=1.5", "found '1.5', expected a number over 0 and at most 1."),
    ("close=0", "found '0', expected a number over 0 and at most 0.35."),
    ("threshold=0.5&close=0.6", "found '0.6', expected a number over 0 and at most 0.5."),
    ("window=nan", "found 'nan', expected 0.5 to 15.0 s for this model."),
    ("window=inf", "found 'inf', expected 0.5 to 15.0 s for this model."),
    ("window=0.001", "found '0.001', expected 0.5 to 15.0 s for this model."),
    ("window=x", "found 'x', expected 0.5 to 15.0 s for this model."),
    ("label=whitenoise", "expected a label of the model, perhaps white_noise."),
    ("label=tuba", "found 'tuba', expected a label of the model."),
  ])
  func aWrongValueIsToldItsOneRange(query: String, detail: String) throws {
    let answer = try server.ask("POST", "/api/v1/classify?\(query)", body: JobTests.recording)
    try checkProblem(answer, status: 400, code: "invalid-parameter")
    #expect((try answer.json()["detail"] as? String)?.hasSuffix(detail) == true, "\(answer.text)")
  }

  @Test func theLeastThresholdCuts() throws {
    let answer = try server.ask(
      "POST", "/api/v1/classify?window=0.5&threshold=1e-45", body: JobTests.recording)
    #expect(answer.status == 200)
  }

  @Test func anEmptyFileIsSaidToBeEmpty() throws {
    let answer = try server.ask("POST", "/api/v1/jobs", body: Data())
    try checkProblem(answer, status: 422, code: "unreadable-recording")
    #expect(answer.text.contains("empty"))
  }

  @Test func aRecordingShorterThanAnyWindowIsTooShort() throws {
    let short = WaveFile(sampleRate: 8000, mono: Array(repeating: 0.1, count: 1000)).data
    try checkProblem(
      try server.ask("POST", "/api/v1/jobs", body: short), status: 422, code: "too-short")
  }

  @Test func aRecordingShorterThanTheUsualWindowIsHeardWithAShorterOne() throws {
    let short = WaveFile(sampleRate: 8000, mono: Array(repeating: 0.1, count: 8000)).data
    let answer = try server.ask("POST", "/api/v1/jobs", body: short)
    #expect(answer.status == 201)
    #expect(try answer.json()["window"] as? Double == 1)
  }

  @Test func aTruncatedFormIsRefused() throws {
    let body = Data(
      "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\nRIFF".utf8)
    let answer = try server.ask(
      "POST", "/api/v1/jobs", ["Content-Type": "multipart/form-data; boundary=b"], body: body)
    try checkProblem(answer, status: 400, code: "bad-request")
  }

  @Test func aFormWithTwoFilesOrNoneIsRefused() throws {
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nx\r\n"
    for body in [
      "\(part)\(part)--b--", "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--b--",
    ] {
      let answer = try server.ask(
        "POST", "/api/v1/jobs", ["Content-Type": "multipart/form-data; boundary=b"],
        body: Data(body.utf8))
      #expect(answer.status == 400)
    }
  }

  @Test func anAnnouncedLargeBodyIsRefusedBeforeItIsSent() throws {
    let client = try Client(port: server.address.port)
    client.send(server.request("POST", "/api/v1/jobs", ["Content-Length": "5000000000"]))
    try checkProblem(try client.receive(), status: 413, code: "too-large")
  }

  @Test func aBodyThatGrowsTooLargeIsCutOff() throws {
    let client = try Client(port: server.address.port)
    client.send(server.request("POST", "/api/v1/jobs", ["Transfer-Encoding": "chunked"]))
    let chunk = Data("10000\r\n".utf8) + Data(repeating: 0, count: 0x10000) + Data("\r\n".utf8)
    for _ in 0..<40 where !client.send(chunk) { break }
    try checkProblem(try client.receive(), status: 413, code: "too-large")
  }

  @Test func aStalledUploadIsGivenUpAndLeavesNothing() throws {
    let client = try Client(port: server.address.port)
    client.send(server.request("POST", "/api/v1/jobs", ["Content-Length": "1000"]))
    client.send(Data("RIFF".utf8))
    let clock = ContinuousClock.now
    // Hung up on, or told, where a slow machine sees how slow the upload is before it sees it stall.
    let answer = try? client.receive()
    #expect(answer == nil || answer?.status == 408)
    #expect(ContinuousClock.now - clock < .seconds(8 * Sanitizer.patience))
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(
        at: server.parent, includingPropertiesForKeys: nil
      )
      .first { !$0.lastPathComponent.hasSuffix(".lock") })
    Thread.sleep(forTimeInterval: 0.2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(try server.ask("GET", "/api/v1/health").status == 200)
  }

  @Test func aClientThatLeavesInMidUploadLeavesNothing() throws {
    do {
      let client = try Client(port: server.address.port)
      client.send(server.request("POST", "/api/v1/jobs", ["Content-Length": "1000"]))
      client.send(Data("RIFF".utf8))
      Thread.sleep(forTimeInterval: 0.1)
    }
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(
        at: server.parent, includingPropertiesForKeys: nil
      )
      .first { !$0.lastPathComponent.hasSuffix(".lock") })
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aNameNeverBecomesAPath() throws {
    let answer = try server.ask(
      "POST", "/api/v1/jobs?window=0.5&name=..%2F..%2F..%2Ftmp%2Fpwned%24(touch%20x)",
      body: JobTests.recording)
    #expect(try answer.json()["name"] as? String == "pwned$(touch x)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/pwned$(touch x)"))
  }

  @Test func garbageOnTheLineDoesNoHarm() throws {
    for text in [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}",
      String(repeating: "A", count: 200_000),
    ] {
      let client = try Client(port: server.address.port)
      client.send(Data(text.utf8))
      client.endSending()
      _ = try? client.receive()
    }
    #expect(try server.ask("GET", "/api/v1/health").status == 200)
  }

  @Test func tooManyRequestsAreHeldBack() throws {
    let strict = try LiveServer { $0.requestsPerSecond = 1 }
    // All at once, however slow the machine is.
    let clients = try (0..<40).map { _ in try Client(port: strict.address.port) }
    for client in clients { client.send(strict.request("GET", "/api/v1/health")) }
    let answers = try clients.map { try $0.receive() }
    #expect(answers.contains { $0.status == 200 })
    let last = try #require(answers.first { $0.status != 200 })
    try checkProblem(last, status: 429, code: "too-many-requests")
    #expect(last.headers["retry-after"] == "1")
  }

  @Test func aFullServerSaysSo() throws {
    let small = try LiveServer { $0.mostJobs = 1 }
    #expect(
      try small.ask("POST", "/api/v1/jobs?window=0.5", body: JobTests.recording).status == 201)
    let answer = try small.ask("POST", "/api/v1/jobs?window=0.5", body: JobTests.recording)
    try checkProblem(answer, status: 503, code: "busy")
  }

  @Test func aLongRecordingIsRefused() throws {
    let strict = try LiveServer { $0.longestSeconds = 3 }
    let answer = try strict.ask("POST", "/api/v1/jobs", body: JobTests.recording)
    try checkProblem(answer, status: 422, code: "too-long")
    let waiting = try strict.ask("POST", "/api/v1/classify", body: JobTests.recording)
    try checkProblem(waiting, status: 422, code: "too-long")
    let limits = try strict.ask("GET", "/api/v1/capabilities").json()
    #expect(limits["longestSeconds"] as? Double == 3)
    #expect(limits["longestSynchronousSeconds"] as? Double == 3)
  }
}
