import Foundation
import Testing

/// Python's own readers must find in the output what is in it.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
struct IndependentReaderTests {
  private let tool: Tool
  private let name = "it's \"a\", b\n🎸é.wav"

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 4.5, to: name)
    try tool.write(Data("no sound".utf8), to: "text.wav")
  }

  /// Runs `soundanalysis` and a Python script on its output, which prints one JSON value.
  private func python(_ script: String, _ arguments: [String]) throws -> [String: Any] {
    try tool.write(tool.run(arguments).output, to: "output")
    let program = "import csv, io, json, math\ndata = open('output', 'rb').read().decode('utf-8')\n"
    try tool.write(Data((program + script).utf8), to: "script.py")
    let outcome = try tool.shell("/usr/bin/python3 script.py")
    #expect(outcome.status == 0, "\(outcome.messages)")
    let value = try JSONSerialization.jsonObject(with: outcome.output)
    return try #require(value as? [String: Any])
  }

  @Test func jsonIsRead() throws {
    let found = try python(
      """
      def refuse(name): raise ValueError(name)
      files = json.loads(data, parse_constant=refuse)
      windows = files[0]['windows']
      assert all(0 <= s['confidence'] <= 1 for w in windows for s in w['sounds'])
      print(json.dumps({'names': [f['file'] for f in files], 'starts': [w['start'] for w in windows],
        'counts': [len(w['sounds']) for w in windows], 'error': files[1].get('error')}))
      """, ["classify", "-n", "4", "-f", "json", name, "text.wav"])
    #expect(found["names"] as? [String] == [name, "text.wav"])
    #expect(found["starts"] as? [Double] == [0, 1.5])
    #expect(found["counts"] as? [Int] == [4, 4])
    #expect((found["error"] as? String)?.contains("text.wav") == true)
  }

  @Test func jsonLinesAreRead() throws {
    let found = try python(
      """
      lines = data.split('\\n')
      assert lines.pop() == ''
      objects = [json.loads(line) for line in lines]
      print(json.dumps({'names': [o['file'] for o in objects], 'errors': ['error' in o for o in objects]}))
      """, ["classify", "-f", "jsonl", name, "text.wav"])
    #expect(found["names"] as? [String] == [name, name, "text.wav"])
    #expect(found["errors"] as? [Bool] == [false, false, true])
  }

  @Test func csvIsRead() throws {
    let found = try python(
      """
      rows = list(csv.DictReader(io.StringIO(data, newline=''), strict=True))
      last = rows.pop()
      assert last['kind'] == 'error' and last['label'].startswith('text.wav: '), last
      assert all(0 <= float(r['confidence']) <= 1 for r in rows)
      print(json.dumps({'names': [r['file'] for r in rows], 'starts': [float(r['start']) for r in rows],
        'labels': [r['label'] for r in rows]}))
      """, ["classify", "-n", "2", "-f", "csv", name, "text.wav"])
    #expect(found["names"] as? [String] == [name, name, name, name])
    #expect(found["starts"] as? [Double] == [0, 0, 1.5, 1.5])
    #expect((found["labels"] as? [String])?.allSatisfy { !$0.isEmpty } == true)
  }
}
