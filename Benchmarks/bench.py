"""Measures the soundanalysis command against ffmpeg decoding the same file, and against the peers.

Every table comes from runs that alternate in one session, and the ratio is the figure to look at: machines differ and
are noisy, ratios much less so. Each figure is the smallest of several runs where a table does not say otherwise. The
tables go to the page named by --document, between its markers, with the machine they were measured on.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

from measure import alternating, cost, first_result

RUNS, STARTS = 3, 9
TEN_MINUTES, TEN_HOURS, SHORT, SHORT_COUNT = 600, 36_000, 5, 200
YAMNET_WINDOW, YAMNET_HOP, HOP = 0.975, 0.4875, 1.5  # seconds
KINDS = {"wav": "16 kHz mono", "mp3": "44.1 kHz stereo", "m4a": "44.1 kHz stereo"}
FLOOR = "ffmpeg, decoding alone"
OPENING, CLOSING = "<!-- measured by make bench -->", "<!-- end of what make bench measured -->"
PEERS = Path(__file__).parent / "peers"


class Bench:
    """What is measured, with which files and programs."""

    def __init__(self, options):
        self.options, self.lines = options, []
        options.work.mkdir(parents=True, exist_ok=True)
        stereo = ["-ac", "2", "-ar", "44100"]
        self.encodings = {"wav": ["-ac", "1", "-ar", "16000"], "mp3": [*stereo, "-b:a", "128k"],
                          "m4a": [*stereo, "-b:a", "128k"]}
        self.files = {format: self.sound(f"10min.{format}", TEN_MINUTES, *encoding)
                      for format, encoding in self.encodings.items()}
        self.short = self.sound("5s.wav", SHORT, *stereo)

    def sound(self, name, seconds, *encoding, first=0):
        """The recording looped to a length and encoded, made once."""
        path = self.options.work / name
        if not path.exists():
            partial = path.with_name("partial-" + path.name)
            command = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-stream_loop", "-1", "-ss", str(first), "-i",
                       self.options.recording, "-t", str(seconds), *encoding, partial]
            subprocess.run(command, check=True)
            partial.rename(path)
        return path

    def classify(self, *arguments):
        return [self.options.tool, "classify", "--jobs", "1", *arguments]

    def decode(self, path):
        return ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", path, "-ac", "1", "-ar", "16000", "-f", "null", "-"]

    def programs(self):
        """A function from paths and an overlap to a command, by name; the peers whose files are here."""
        python = sys.executable
        at_yamnet_hop = ["--window", str(YAMNET_WINDOW)]
        programs = {
            f"soundanalysis, 3 s windows every {HOP} s": lambda *paths, overlap=0.5: self.classify(
                "--overlap", str(overlap), *paths),
            f"soundanalysis, {YAMNET_WINDOW} s every {YAMNET_HOP} s": lambda *paths, overlap=0.5: self.classify(
                *at_yamnet_hop, "--overlap", str(overlap), *paths),
        }
        yamnet = self.options.yamnet
        if yamnet and yamnet.exists():
            programs[f"YAMNet, LiteRT, {YAMNET_WINDOW} s every {YAMNET_HOP} s"] = lambda *paths, overlap=0.5: [
                python, PEERS / "yamnet_litert.py", yamnet, str(YAMNET_WINDOW * (1 - overlap)), *paths]
            programs[f"YAMNet, MediaPipe, {YAMNET_WINDOW} s, adjoining"] = lambda *paths, overlap=0.5: [
                python, PEERS / "mediapipe_yamnet.py", yamnet, *paths]
        else:
            self.say(f"YAMNet is left out: there is no {yamnet}; set YAMNET_TFLITE.\n")
        if subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
            programs[f"CNN14 shape, PyTorch, 3 s every {HOP} s"] = lambda *paths, overlap=0.5: [
                python, PEERS / "cnn14.py", str(3 * (1 - overlap)), *paths]
        else:
            self.say("The CNN14 shape is left out: PyTorch is not installed.\n")
        return programs

    def say(self, *lines):
        self.lines += lines
        print(*lines, sep="\n", flush=True)

    def against_decoding(self):
        self.say("### Against plain decoding", "",
                 "`ffmpeg -threads 1 -i FILE -ac 1 -ar 16000 -f null -` is the floor: it only decodes and resamples.", "",
                 "| ten minutes of | classify, CPU s | decoding, CPU s | ratio | times real time | peak MB | ffmpeg's peak MB |",
                 "|---|---|---|---|---|---|---|")
        for format, path in self.files.items():
            self.decoding_row(f"{format}, {KINDS[format]}", TEN_MINUTES, path, RUNS)
        if not self.options.quick:
            path = self.sound("10h.wav", TEN_HOURS, "-ac", "1", "-ar", "16000")
            self.decoding_row("the wav, but ten hours (one run)", TEN_HOURS, path, 1)
        self.say("")

    def decoding_row(self, name, seconds, path, runs):
        costs = alternating(dict(ours=self.classify(path), floor=self.decode(path)), runs)
        ours, floor = costs["ours"], costs["floor"]
        self.say(f"| {name} | {ours.cpu:.2f} | {floor.cpu:.2f} | {ours.cpu / floor.cpu:.2f} | {seconds / ours.wall:.0f} | "
                 f"{ours.memory:.0f} | {floor.memory:.0f} |")

    def against_peers(self, programs):
        first, at_yamnet_hop = list(programs)[:2]
        self.say("### Against the peers", "",
                 "The same ten minutes of 16 kHz wav, one thread each. 'Without start' is the cost less that of a 5 s file: "
                 "loading the program and its model costs a peer in Python seconds that a long file hides.", "",
                 "| program | CPU s for an hour | without start | ratio to the first line | wall s | peak MB | first result of a 5 s file, ms |",
                 "|---|---|---|---|---|---|---|")
        path = self.files["wav"]
        commands = {name: command(path) for name, command in programs.items()}
        long = alternating(commands | {FLOOR: self.decode(path)}, RUNS)
        brief = alternating({name: command(self.short) for name, command in programs.items()}, RUNS)
        hours = TEN_MINUTES / 3600
        running = {name: (long[name].cpu - brief[name].cpu) / hours for name in programs}
        for name, command in programs.items():
            start = first_result(command(self.short), STARTS) * 1000
            self.say(f"| {name} | {long[name].cpu / hours:.1f} | {running[name]:.1f} | {running[name] / running[first]:.1f} | "
                     f"{long[name].wall:.1f} | {long[name].memory:.0f} | {start:.0f} |")
        floor = long[FLOOR]
        self.say(f"| {FLOOR} | {floor.cpu / hours:.1f} | | | {floor.wall:.1f} | {floor.memory:.0f} | |")
        for name in programs:
            if "LiteRT" in name:
                self.say("", f"At YAMNet's hop, start-up left out, YAMNet in LiteRT takes "
                             f"{running[name] / running[at_yamnet_hop]:.1f} times the CPU time of the built-in classifier.")
        self.say("")

    def by_format_and_overlap(self, programs):
        """The matrix that a long CNN14 is too slow for."""
        self.say("### By format and overlap", "",
                 "CPU s for an hour of sound, start-up included; one run of ten minutes each. With an overlap of 0.9 there are "
                 "five times as many windows. MediaPipe knows no overlap; CNN14's shape would take hours.", "")
        formats, overlaps = list(self.files), (0.5, 0.9)
        heads = [f"{format}, {overlap}" for format in formats for overlap in overlaps]
        self.say("| program | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|")
        for name, command in programs.items():
            if "CNN14" not in name:
                cells = ["" if "MediaPipe" in name and overlap != 0.5 else
                         f"{cost(command(self.files[format], overlap=overlap)).cpu * 3600 / TEN_MINUTES:.1f}"
                         for format in formats for overlap in overlaps]
                self.say(f"| {name} | " + " | ".join(cells) + " |")
        self.say("")

    def short_files(self, programs):
        """Many files in one command, one at a time."""
        self.say(f"### {SHORT_COUNT} short files", "",
                 f"{SHORT_COUNT} files of {SHORT} s in one command, one at a time; one run each.", "")
        paths = {format: [self.sound(f"short-{k:03d}.{format}", SHORT, *encoding, first=0.1 * k)
                          for k in range(SHORT_COUNT)] for format, encoding in self.encodings.items()}
        self.say("| program | " + " | ".join(f"{format}, CPU s | wall s" for format in paths) + " | peak MB |",
                 "|---" * (2 * len(paths) + 2) + "|")
        for name, command in programs.items():
            found = [cost(command(*files)) for files in (paths.values() if "CNN14" not in name else [paths["wav"]])]
            cells = [f"{one.cpu:.2f} | {one.wall:.2f}" for one in found] + [" | "] * (len(paths) - len(found))
            self.say(f"| {name} | " + " | ".join(cells) + f" | {max(one.memory for one in found):.0f} |")
        files = paths["wav"]
        walls = alternating({jobs: [*self.classify(*files), "--jobs", jobs] for jobs in ("1", "2")}, RUNS)
        self.say("", "Two wav files at a time (`--jobs 2`) take "
                     f"{walls['2'].wall:.2f} s where one takes {walls['1'].wall:.2f}: "
                     f"{walls['1'].wall / walls['2'].wall:.2f} times as fast.", "")

    def overlaps(self):
        self.say("### Overlap", "", "| overlap of 3 s windows, mp3 | CPU s | ratio to 0.5 |", "|---|---|---|")
        path = self.files["mp3"]
        costs = alternating({o: self.classify("--overlap", o, path) for o in ("0.5", "0.75", "0.9")}, RUNS)
        for overlap, found in costs.items():
            self.say(f"| {overlap} | {found.cpu:.2f} | {found.cpu / costs['0.5'].cpu:.2f} |")
        self.say("")

    def profile(self):
        """Where the time of ten minutes goes, by the command's own account."""
        self.say("### Where the time goes", "", "CPU s of ten minutes, as `--profile-time` tells them; one run each.", "")
        rows = {}
        for format, path in self.files.items():
            run = subprocess.run(self.classify("--profile-time", path), check=True, text=True,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            for part, seconds in re.findall(r"^ +(\w+) +([0-9.]+) s ", run.stderr, re.MULTILINE):
                rows.setdefault(part, []).append(seconds)
        self.say("| part | " + " | ".join(self.files) + " |", "|---" * (len(self.files) + 1) + "|")
        for part, seconds in rows.items():
            self.say(f"| {part} | " + " | ".join(seconds) + " |")
        self.say("")

    def run(self):
        self.say(f"{date.today()}, {platform.machine()}, {os.cpu_count()} cores, {processor()}, load "
                 f"{os.getloadavg()[0]:.1f} at the start; the smallest of {RUNS} runs each.", "")
        cost(self.classify(self.short))  # the first run reads the program from the disk
        programs = self.programs()
        self.against_decoding()
        self.against_peers(programs)
        self.by_format_and_overlap(programs)
        self.short_files(programs)
        self.overlaps()
        self.profile()


def write(document, lines):
    """Puts the tables between the document's markers; other text stays."""
    text = document.read_text()
    if OPENING not in text or CLOSING not in text:
        sys.exit(f"bench: {document}: found no '{OPENING}' with '{CLOSING}' after it")
    pattern = re.escape(OPENING) + ".*?" + re.escape(CLOSING)
    body = "\n".join([OPENING, "", *lines, CLOSING])
    document.write_text(re.sub(pattern, lambda _: body, text, count=1, flags=re.DOTALL))


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--recording", required=True)
    parser.add_argument("--work", required=True, type=Path, help="folder for the files that are measured with")
    parser.add_argument("--yamnet", type=Path, help="YAMNet's TensorFlow Lite file")
    parser.add_argument("--document", type=Path, help="page to write the tables into")
    parser.add_argument("--quick", action="store_true", help="leave out the ten hour recording")
    options = parser.parse_args()
    bench = Bench(options)
    bench.run()
    if options.document:
        write(options.document, bench.lines)


if __name__ == "__main__":
    main()
