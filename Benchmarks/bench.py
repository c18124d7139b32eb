"""Measures the soundanalysis command against ffmpeg decoding the same file: CPU seconds, peak memory, time to first result.

All figures of one row come from runs that alternate in one session, and the ratio is the figure to look at: machines
differ and are noisy, ratios much less so. Each figure is the smallest of several runs.
"""
import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 3
TEN_MINUTES, TEN_HOURS = 600, 36_000


def cost(command):
    """Runs a command; returns (CPU seconds, wall seconds, peak resident MB)."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed: {error.decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss / 1024


def first_result(command):
    """Seconds from the start of a command to the first byte that it prints."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.read(1)
    elapsed = time.monotonic() - started
    process.stdout.read()
    if process.wait() != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed")
    return elapsed


def make(path, recording, seconds, *encoding):
    """Loops the recording to a length and encodes it."""
    if not path.exists():
        partial = path.with_name("partial-" + path.name)
        subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", "-stream_loop", "-1", "-i", recording,
                        "-t", str(seconds), *encoding, partial], check=True)
        partial.rename(path)
    return path


def decoding(path):
    return ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", path, "-ac", "1", "-ar", "16000", "-f", "null", "-"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--recording", required=True)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--quick", action="store_true", help="leave out the ten hour recording")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)

    def classify(path, *more):
        return [options.tool, "classify", *more, path]

    wav16 = ["-ac", "1", "-ar", "16000"]
    stereo = ["-ac", "2", "-ar", "44100"]
    files = [
        ("10 min wav 16 kHz", make(options.work / "10min.wav", options.recording, TEN_MINUTES, *wav16)),
        ("10 min mp3 44.1 kHz stereo", make(options.work / "10min.mp3", options.recording, TEN_MINUTES, *stereo, "-b:a", "128k")),
        ("10 min m4a 44.1 kHz stereo", make(options.work / "10min.m4a", options.recording, TEN_MINUTES, *stereo, "-b:a", "128k")),
    ]
    print(f"{platform.machine()}, {os.cpu_count()} cores, {processor()}; smallest of {RUNS} runs\n")
    print("| file | classify CPU s | ffmpeg decoding CPU s | ratio | times real time | peak MB | ffmpeg peak MB |")
    print("|---|---|---|---|---|---|---|")
    for name, path in files:
        ours, theirs = [], []
        for _ in range(RUNS):
            theirs.append(cost(decoding(path)))
            ours.append(cost(classify(path)))
        row(name, TEN_MINUTES, ours, theirs)
    if not options.quick:
        path = make(options.work / "10h.wav", options.recording, TEN_HOURS, *wav16)
        row("10 h wav 16 kHz", TEN_HOURS, [cost(classify(path))], [cost(decoding(path))])

    print("\n| overlap | CPU s | ratio to 0.5 |")
    print("|---|---|---|")
    half = None
    for overlap in ("0.5", "0.75", "0.9"):
        cpu = min(cost(classify(files[1][1], "--overlap", overlap))[0] for _ in range(RUNS))
        half = half or cpu
        print(f"| {overlap} | {cpu:.2f} | {cpu / half:.2f} |")

    short = make(options.work / "5s.wav", options.recording, 5, *stereo)
    times = [first_result(classify(short)) for _ in range(10)]
    print(f"\nFirst result of a 5 s file: median {statistics.median(times) * 1000:.0f} ms, "
          f"best {min(times) * 1000:.0f} ms after the start of the command.")


def row(name, seconds, ours, theirs):
    cpu, wall, memory = (min(values) for values in zip(*ours))
    other, _, other_memory = (min(values) for values in zip(*theirs))
    print(f"| {name} | {cpu:.2f} | {other:.2f} | {cpu / other:.2f} | {seconds / wall:.0f} | {memory:.0f} | {other_memory:.0f} |", flush=True)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


if __name__ == "__main__":
    main()
