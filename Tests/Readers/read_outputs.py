"""Opens the outputs in a folder with independent readers and compares them with expected.json.

expected.json is {"file": PATH, "events": [[start, end, label, peak, mean], ...], "duration": S,
"failure": WHY, "captions": [[start, end, text], ...]} with times in seconds, written by the test from
its own invented events; a hole of 1 s at 10 s went unheard. The files one.FORMAT are of a recording
that was heard to its end, cut.FORMAT of one that was not, and WHY. Exits 1 with one line for each
difference.
"""

import csv
import json
import pathlib
import re
import sys

import pandas
import srt
import webvtt
from praatio import textgrid

folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text("utf-8"))
events = [tuple(event) for event in expected["events"]]
failures = []


def check(name, found, wanted, tolerance=0.0):
    """Compares lists of rows; numbers within the tolerance, everything else exactly."""
    if len(found) != len(wanted):
        failures.append(f"{name}: found {len(found)} rows, expected {len(wanted)}: {found}")
        return
    for row, other in zip(found, wanted):
        for value, right in zip(row, other, strict=True):
            if isinstance(right, (int, float)):
                same = abs(float(value) - right) <= tolerance
            else:
                same = value == right
            if not same:
                failures.append(f"{name}: found {value!r}, expected {right!r} in {other}")


def one_line(text):
    """A label as formats hold it that know no tabs and line ends."""
    return re.sub(r"[\t\r\n]", " ", text)


def rows(table):
    kept = table[table["kind"] == "event"]
    columns = ["file", "start", "end", "label", "peak", "mean"]
    return list(kept[columns].itertuples(index=False, name=None))


path = expected["file"]
full = [(path, *event) for event in events]
plain = [(path, start, end, one_line(label), *rest) for start, end, label, *rest in events]
micro, score = 0.000001, 0.00006

table = pandas.read_csv(folder / "one.csv", keep_default_na=False)
check("csv, pandas", rows(table), full, score)
with open(folder / "one.csv", encoding="utf-8", newline="") as file:
    listed = [row for row in csv.DictReader(file, strict=True) if row["kind"] == "event"]
check("csv, csv module", [(row["label"],) for row in listed], [(event[2],) for event in events])

table = pandas.read_csv(folder / "one.tsv", sep="\t", quoting=csv.QUOTE_NONE, keep_default_na=False)
check("tsv, pandas", rows(table), plain, score)


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


document = json.loads((folder / "one.json").read_text("utf-8"), parse_constant=no_constant)
(recording,) = document["recordings"]
keys = ["start", "end", "label", "peak", "mean"]
check("json", [tuple(event[key] for key in keys) for event in recording["events"]], events, score)
check("json", [(recording["file"], recording["duration"])], [(path, expected["duration"])], micro)
table = pandas.DataFrame(recording["events"])
check("json, pandas", [(label,) for label in table["label"]], [(event[2],) for event in events])

table = pandas.read_json(folder / "one.jsonl", lines=True)
check("jsonl, pandas", rows(table), full, score)

labels = pandas.read_csv(
    folder / "one.audacity", sep="\t", quoting=csv.QUOTE_NONE, header=None, keep_default_na=False)
heard = labels[~labels[2].str.startswith("(not heard")]
check("audacity, pandas", list(heard.itertuples(index=False, name=None)),
      [(start, end, one_line(label)) for start, end, label, *_ in events], micro)

table = pandas.read_csv(folder / "one.raven", sep="\t", quoting=csv.QUOTE_NONE)
columns = ["Begin Path", "Begin Time (s)", "End Time (s)", "Annotation", "Score", "Mean Score"]
found = table[~table["Annotation"].str.startswith("(not ")]
check("raven, pandas", list(found[columns].itertuples(index=False, name=None)), plain, score)
check("raven selections", [(n,) for n in table["Selection"]], [(n + 1,) for n in range(len(table))])
rest = table[table["Annotation"].str.startswith("(not ")]
check("raven, not heard", list(rest[columns[1:4]].itertuples(index=False, name=None)),
      [(10.0, 11.0, "(not heard: hole)")], micro)
if not rest["Score"].isna().all():
    failures.append("raven: what was not heard has a score")

fields = [line.split() for line in (folder / "one.rttm").read_text("utf-8").splitlines()
          if not line.startswith(";;")]
check("rttm", [(f[0], float(f[3]), float(f[3]) + float(f[4]), f[7], float(f[8])) for f in fields],
      [("SPEAKER", start, end, re.sub(r"\s", "_", one_line(label)), peak)
       for start, end, label, peak, _ in events], 0.0011)
if any(len(f) != 10 for f in fields):
    failures.append("rttm: a line has not ten fields")

captions = [tuple(caption) for caption in expected["captions"]]
found = [(c.start.total_seconds(), c.end.total_seconds(), c.content)
         for c in srt.parse((folder / "one.srt").read_text("utf-8"), ignore_errors=False)]
check("srt", found, [(s, e, t.replace("-->", "->")) for s, e, t in captions], 0.0005)


def seconds(clock):
    hours, minutes, rest = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


found = [(seconds(c.start), seconds(c.end), c.raw_text) for c in webvtt.read(folder / "one.vtt")]
escaped = [(s, e, t.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
           for s, e, t in captions]
check("vtt", found, escaped, 0.0005)

grid = textgrid.openTextgrid(str(folder / "one.textgrid"), includeEmptyIntervals=True)
check("textgrid", [(grid.minTimestamp, grid.maxTimestamp)], [(0.0, expected["duration"])], micro)
for name in {one_line(event[2]) for event in events}:
    entries = grid.getTier(name).entries
    check(f"textgrid, {name}", [(e.start, e.end, e.label) for e in entries if e.label],
          [(s, e, name) for s, e, label, *_ in events if one_line(label) == name], micro)
    position = 0.0
    for entry in entries:
        if abs(entry.start - position) > micro:
            failures.append(f"textgrid, {name}: a hole at {position}")
        position = entry.end
    if abs(position - expected["duration"]) > micro:
        failures.append(f"textgrid, {name}: ends at {position}")

# The same recording, not heard to its end.
failure, remark = expected["failure"], f"(not all was heard: {one_line(expected['failure'])})"
for name, separator, wanted in [("csv", ",", failure), ("tsv", "\t", one_line(failure))]:
    quoting = csv.QUOTE_MINIMAL if name == "csv" else csv.QUOTE_NONE
    table = pandas.read_csv(folder / f"cut.{name}", sep=separator, quoting=quoting)
    check(f"cut {name}", [(label,) for label in table[table["kind"] == "error"]["label"]], [(wanted,)])
    check(f"cut {name}", [(table["kind"].iloc[-1],)], [("error",)])
    check(f"cut {name}", [(len(table[table["kind"] == "event"]),)], [(len(events),)])
document = json.loads((folder / "cut.json").read_text("utf-8"))
check("cut json", [(document["recordings"][0]["error"],)], [(failure,)])
table = pandas.read_json(folder / "cut.jsonl", lines=True)
check("cut jsonl", [(table["error"].iloc[-1],)], [(failure,)])
labels = pandas.read_csv(folder / "cut.audacity", sep="\t", quoting=csv.QUOTE_NONE, header=None)
check("cut audacity", [tuple(labels.iloc[-1])], [(100.0, 100.0, remark)], micro)
table = pandas.read_csv(folder / "cut.raven", sep="\t", quoting=csv.QUOTE_NONE)
check("cut raven", [tuple(table[columns[1:4]].iloc[-1])], [(0.0, 100.0, remark)], micro)
check("cut vtt", [(seconds(c.start), seconds(c.end), c.raw_text) for c in webvtt.read(folder / "cut.vtt")],
      escaped, 0.0005)
notes = [line for line in (folder / "cut.vtt").read_text("utf-8").splitlines() if line.startswith("NOTE")]
check("cut vtt notes", [(line,) for line in notes], [
    ("NOTE not heard from 00:00:10.000 to 00:00:11.000: hole",),
    (f"NOTE not all was heard: {one_line(failure).replace('-->', '->')}",)])
check("cut srt", [((folder / "cut.srt").read_bytes(),)], [((folder / "one.srt").read_bytes(),)])
(last,) = (folder / "cut.rttm").read_text("utf-8").splitlines()[-1:]
check("cut rttm", [(last.split(" not all was heard: ")[1],)], [(one_line(failure),)])
grid = textgrid.openTextgrid(str(folder / "cut.textgrid"), includeEmptyIntervals=True)
(point,) = grid.getTier("error").entries
# praatio leaves doubled quotes in points as they are.
check("cut textgrid", [(point.time, point.label.replace('""', '"'))], [(100.0, one_line(failure))], micro)

for line in failures:
    print(line, file=sys.stderr)
print(f"read 11 formats, {len(events)} events each, {len(failures)} differences")
sys.exit(1 if failures else 0)
