"""Measures the soundanalysis command against ffmpeg decoding the same file, and against the peers.

Every table comes from runs that alternate in one session, and the ratio is the figure to look at: machines differ and
are noisy, ratios much less so. Each figure is the smallest of several runs. The tables go to the page named by
--document, between its markers, with the machine they were measured on.
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
OPENING, CLOSING = "<!-- measured by make bench -->", "<!-- end of what make bench measured -->"
PEERS = Path(__file__).parent / "peers"


class Bench:
    """What is measured, with which files and programs."""

    def __init__(self, options):
        self.options, self.lines = options, []
        options.work.mkdir(parents=True, exist_ok=True)
        stereo = ["-ac", "2", "-ar", "44100"]
        self.files = {
            "wav, 16 kHz mono": self.sound("10min.wav", TEN_MINUTES, "-ac", "1", "-ar", "16000"),
            "mp3, 44.1 kHz stereo": self.sound("10min.mp3", TEN_MINUTES, *stereo, "-b:a", "128k"),
            "m4a, 44.1 kHz stereo": self.sound("10min.m4a", TEN_MINUTES, *stereo, "-b:a", "128k"),
        }
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
        return [self.options.tool, "classify", *arguments]

    def decode(self, path):
        return ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", path, "-ac", "1", "-ar", "16000", "-f", "null", "-"]

    def programs(self):
        """A function from paths to a command, by name; the peers whose files are here."""
        python = sys.executable
        at_yamnet_hop = ["--window", str(YAMNET_WINDOW), "--overlap", "0.5"]
        programs = {
            f"soundanalysis, 3 s windows every {HOP} s": lambda *paths: self.classify(*paths),
            f"soundanalysis, {YAMNET_WINDOW} s every {YAMNET_HOP} s": lambda *paths: self.classify(*at_yamnet_hop, *paths),
        }
        yamnet = self.options.yamnet
        if yamnet and yamnet.exists():
            programs[f"YAMNet, LiteRT, {YAMNET_WINDOW} s every {YAMNET_HOP} s"] = lambda *paths: [
                python, PEERS / "yamnet_litert.py", yamnet, str(YAMNET_HOP), *paths]
            programs[f"YAMNet, MediaPipe, {YAMNET_WINDOW} s, adjoining"] = lambda *paths: [
                python, PEERS / "mediapipe_yamnet.py", yamnet, *paths]
        else:
            self.say(f"YAMNet is left out: there is no {yamnet}; set YAMNET_TFLITE.\n")
        if subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
            programs[f"CNN14 shape, PyTorch, 3 s every {HOP} s"] = lambda *paths: [
                python, PEERS / "cnn14.py", str(HOP), *paths]
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
        for name, path in self.files.items():
            self.decoding_row(name, TEN_MINUTES, path, RUNS)
        if not self.options.quick:
            path = self.sound("10h.wav", TEN_HOURS, "-ac", "1", "-ar", "16000")
            self.decoding_row("the wav, but ten hours", TEN_HOURS, path, 1)
        self.say("")

    def decoding_row(self, name, seconds, path, runs):
        costs = alternating(dict(ours=self.classify(path), floor=self.decode(path)), runs)
        ours, floor = costs["ours"], costs["floor"]
        self.say(f"| {name} | {ours.cpu:.2f} | {floor.cpu:.2f} | {ours.cpu / floor.cpu:.2f} | {seconds / ours.wall:.0f} | "
                 f"{ours.memory:.0f} | {floor.memory:.0f} |")

    def against_peers(self):
        programs = self.programs()
        first, at_yamnet_hop = list(programs)[:2]
        self.say("### Against the peers", "",
                 "The same ten minutes of 16 kHz wav, one thread each. 'Without start' is the cost less that of a 5 s file: "
                 "loading the program and its model costs a peer in Python seconds that a long file hides.", "",
                 "| program | CPU s for an hour | without start | ratio to the first line | wall s | peak MB | first result of a 5 s file, ms |",
                 "|---|---|---|---|---|---|---|")
        path = self.files["wav, 16 kHz mono"]
        long = alternating({name: command(path) for name, command in programs.items()}, RUNS)
        brief = alternating({name: command(self.short) for name, command in programs.items()}, RUNS)
        hours = TEN_MINUTES / 3600
        running = {name: (long[name].cpu - brief[name].cpu) / hours for name in programs}
        for name, command in programs.items():
            start = first_result(command(self.short), STARTS) * 1000
            self.say(f"| {name} | {long[name].cpu / hours:.1f} | {running[name]:.1f} | {running[name] / running[first]:.1f} | "
                     f"{long[name].wall:.1f} | {long[name].memory:.0f} | {start:.0f} |")
        for name in programs:
            if "LiteRT" in name:
                self.say("", f"At YAMNet's hop, start-up left out, YAMNet in LiteRT takes "
                             f"{running[name] / running[at_yamnet_hop]:.1f} times the CPU time of the built-in classifier.")
        self.say("", f"### {SHORT_COUNT} short files", "",
                 f"{SHORT_COUNT} wav files of {SHORT} s in one command.", "",
                 "| program | CPU s | wall s | peak MB |", "|---|---|---|---|")
        shorts = [self.sound(f"short-{k:03d}.wav", SHORT, "-ac", "1", "-ar", "16000", first=0.1 * k)
                  for k in range(SHORT_COUNT)]
        for name, found in alternating({name: command(*shorts) for name, command in programs.items()}, 1).items():
            self.say(f"| {name} | {found.cpu:.2f} | {found.wall:.2f} | {found.memory:.0f} |")
        self.say("")

    def overlaps(self):
        self.say("### Overlap", "", "| overlap of 3 s windows, mp3 | CPU s | ratio to 0.5 |", "|---|---|---|")
        path = self.files["mp3, 44.1 kHz stereo"]
        costs = alternating({o: self.classify("--overlap", o, path) for o in ("0.5", "0.75", "0.9")}, RUNS)
        for overlap, found in costs.items():
            self.say(f"| {overlap} | {found.cpu:.2f} | {found.cpu / costs['0.5'].cpu:.2f} |")
        self.say("")

    def run(self):
        self.say(f"{date.today()}, {platform.machine()}, {os.cpu_count()} cores, {processor()}, load "
                 f"{os.getloadavg()[0]:.1f} at the start; the smallest of {RUNS} runs each.", "")
        cost(self.classify(self.short))  # the first run reads the program from the disk
        self.against_decoding()
        self.against_peers()
        self.overlaps()


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
