import Foundation
import TestSupport
import Testing

/// Tables with awkward labels and names, written and read where the decimal point is a comma.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no python3"))
struct SpreadsheetTests {
  private let tool: Tool
  private let labels = ["Dog, \"big\"", "a\tb\nc", "=1+1", "-x", "犬 🐶", "שלום"]
  private let name = "=it's \"a\", b;\t🎸é.wav"

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  init() throws {
    tool = try Tool()
    try tool.writeNoise(seconds: 2, to: name)
    try tool.write(Data(#"{"open": 1e-30, "close": 1e-30}"#.utf8), to: "any.json")
    // The sum of no samples, so that each label has a score of its own.
    try tool.write(
      Data(
        TestModel.model(
          inputs: [TestModel.array("audioSamples", [16_000])], outputs: TestModel.classifierOutputs,
          type: .message(
            400,
            (1..<labels.count).map { _ in
              Wire.message(1, .doubles(1, Array(repeating: 0, count: 16_000)))
            }.joined(), .doubles(2, [0.1, 0.2, 0.3, 0.4, 0.5]),
            .message(100, labels.map { .text(1, $0) }.joined())))),
      to: "own.mlmodel")
  }

  private static let script = """
    import csv, json, locale, math, os, sys
    import pandas
    name, labels, kind = json.load(open("expected.json", encoding="utf-8"))
    if os.path.isdir("locales/de_DE.UTF-8"):
        locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
        assert locale.localeconv()["decimal_point"] == ","
    number = "confidence" if kind == "window" else "peak"
    plain = lambda text: text.replace("\\t", " ").replace("\\n", " ")
    tables = {}
    for form, clean in (("csv", str), ("tsv", plain)):
        separator = "," if form == "csv" else "\\t"
        quoting = csv.QUOTE_MINIMAL if form == "csv" else csv.QUOTE_NONE
        with open("out." + form, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter=separator, quoting=quoting, strict=True))
        rows = [row for row in rows if row["kind"] == kind]
        assert {row["label"] for row in rows} == {clean(label) for label in labels}, rows
        assert {row["file"] for row in rows} == {clean(name)}, rows
        assert all(0 < float(row[number]) < 1 for row in rows), rows
        table = pandas.read_csv("out." + form, sep=separator, quoting=quoting, keep_default_na=False)
        table = table[table["kind"] == kind]
        assert list(table["label"]) == [row["label"] for row in rows]
        assert list(table["file"]) == [row["file"] for row in rows]
        values = [float(value) for value in table[number]]
        assert values == [float(row[number]) for row in rows], values
        tables[form] = [(value, plain(label)) for value, label in zip(values, table["label"])]
    assert tables["csv"] == tables["tsv"]
    print(len(tables["csv"]))
    """

  @Test(arguments: ["window", "event"])
  func pythonReadsThemAsTheyAre(kind: String) throws {
    let maker = Self.root.appendingPathComponent("Scripts/test-readers.sh").path
    let expected = try JSONSerialization.data(withJSONObject: [name, labels, kind])
    try tool.write(expected, to: "expected.json")
    try tool.write(Data(Self.script.utf8), to: "read.py")
    let options = kind == "window" ? ["-n", "6"] : ["-p", "any.json"]
    // Where the locale's sources are missing, what is left are the two readers.
    _ = try tool.shell(
      "mkdir locales; localedef -i de_DE -f UTF-8 \"$PWD/locales/de_DE.UTF-8\" || rm -r locales")
    let german = [
      "LOCPATH": tool.file("locales").path, "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8",
    ]
    for form in ["csv", "tsv"] {
      let outcome = try tool.run(
        ["classify", "--model", "own.mlmodel", "-f", form, "-o", "out.\(form)", name] + options,
        environment: german)
      #expect(outcome.status == 0, "\(outcome.messages)")
    }
    let read = try tool.shell(
      """
      \(maker) && LOCPATH="$PWD/locales" LC_ALL=de_DE.UTF-8 PYTHONUTF8=1 \
        \(Self.root.path)/.build/readers/bin/python read.py
      """)
    #expect(read.status == 0, "\(read.messages)")
    #expect(Int(read.text.dropLast()) == (kind == "window" ? 18 : 6), "\(read.text)")
  }
}
