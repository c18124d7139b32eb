"""Measures what events cost beside classification: CPU of cutting and writing them, and memory of every format on ten hours.

CPU: the server keeps the scores of a recording; asking it for events cuts and writes them anew without classifying. The
CPU time of such requests is set against that of the command that does it all.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from bench import cost, make, processor

FORMATS = ("text", "json", "jsonl", "csv", "tsv", "audacity", "raven", "srt", "vtt", "rttm", "textgrid")
REQUESTS = 40
TEN_MINUTES, TEN_HOURS = 600, 36_000


class Server:
    """`soundanalysis serve` on a free port."""

    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        self.url = next(word for word in line.split() if word.startswith("http")).rstrip("/")

    def cpu(self):
        """CPU seconds of the process so far, from the scheduler's own count in nanoseconds, all threads."""
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                total += int((task / "schedstat").read_text().split()[0])
            except FileNotFoundError:
                pass
        return total / 1e9

    def ask(self, path, data=None, headers=None):
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data=data, headers=headers or {}), timeout=600) as answer:
            return answer.read()

    def close(self):
        self.process.terminate()
        self.process.wait()


def event_share(tool, path):
    """(CPU seconds, count) of the events of a recording, in the command's windows for events."""
    server = Server(tool)
    try:
        job = json.loads(server.ask("/api/v1/jobs?window=1&overlap=0.75", path.read_bytes(), {"Content-Type": "audio/wav"}))
        while json.loads(server.ask(f"/api/v1/jobs/{job['id']}"))["state"] not in ("done", "failed"):
            time.sleep(0.5)
        results = f"/api/v1/jobs/{job['id']}/results?format=jsonl"
        count = len(server.ask(results).splitlines()) - 1
        times = []
        for _ in range(REQUESTS):
            before = server.cpu()
            server.ask(results)
            times.append(server.cpu() - before)
        return statistics.median(times), count
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--recording", required=True)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--overlap", default="0.75", help="of the windows of the ten hours [0.75]")
    parser.add_argument("--quick", action="store_true", help="leave out the ten hours")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    wav = ["-ac", "1", "-ar", "16000"]
    short = make(options.work / "10min.wav", options.recording, TEN_MINUTES, *wav)
    print(f"{os.uname().machine}, {os.cpu_count()} cores, {processor()}\n")
    command = [options.tool, "classify", "--events", "-f", "jsonl", short]
    whole = min(cost(command)[0] for _ in range(3))
    events, count = event_share(options.tool, short)
    print(f"Ten minutes in windows of 1 s, overlap 0.75: the command needs {whole:.2f} s of CPU; cutting and writing its {count} events "
          f"needs {events * 1000:.1f} ms, {100 * events / whole:.2f} % of that.\n", flush=True)
    if options.quick:
        return
    long = make(options.work / "10h.wav", options.recording, TEN_HOURS, *wav)
    subtitles = options.work / "dialogue.srt"
    with open(subtitles, "w", encoding="utf-8") as out:
        for number in range(6000):
            start = number * 6
            out.write(f"{number + 1}\n{clock(start)},000 --> {clock(start + 4)},000\nLine {number + 1}\n\n")
    print("| format, 10 h | CPU s | peak MB | output MB |")
    print("|---|---|---|---|")
    output = options.work / "output"
    rows = [(name, ["classify", "--events", "-f", name]) for name in FORMATS]
    rows += [("merged into 6000 subtitles", ["classify", "--merge-into", subtitles])]
    worst = 0
    for name, arguments in rows:
        cpu, _, memory = cost([options.tool, *arguments, "--overlap", options.overlap, "-w", "1", "-o", output, long])
        worst = max(worst, memory)
        print(f"| {name} | {cpu:.1f} | {memory:.0f} | {output.stat().st_size / 1e6:.2f} |", flush=True)
    for ending in ("png", "svg"):
        picture = options.work / f"output.{ending}"
        cpu, _, memory = cost([options.tool, "plot", "--overlap", options.overlap, "-o", picture, long])
        worst = max(worst, memory)
        print(f"| plot, {ending} | {cpu:.1f} | {memory:.0f} | {picture.stat().st_size / 1e6:.2f} |", flush=True)
    if worst >= 150:
        sys.exit(f"event_cost: {worst:.0f} MB at the most, expected less than 150")


def clock(seconds):
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


if __name__ == "__main__":
    main()
