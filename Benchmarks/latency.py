"""Measures how long after a sound `soundanalysis listen` tells of the window that holds it, through a private PulseAudio.

A dog's bark is played into a null sink whose monitor is the microphone. Windows are 0.5 s long and begin every 25 ms;
those without sound are marked by the level gate, so that the first one that holds the bark's beginning is known whatever
the classifier makes of it. The window that begins where that one ends holds half a second of the bark: the time from
the moment at which the player was given the first sample to the arrival of its line is the latency. Playing and capturing
are part of it. How long until a line names the dog depends on how sure the classifier is, and is told besides.
"""
import argparse
import array
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests" / "Listen"))
from sound_server import SoundServer, decoded  # noqa: E402

WINDOW, HOP = 0.5, 0.025
GATE = -60  # dBFS
RUNS, LONGEST_RUN = 10, 2.5  # runs, and seconds of lines that are read in each
RATE = 44_100


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--recording", required=True)
    options = parser.parse_args()
    # The dog begins four seconds into the recording.
    bark = decoded(options.recording, 4, 3)
    onset = first_loud_second(bark)
    delays, latencies, namings = [], [], []
    with SoundServer() as server:
        listener = subprocess.Popen(
            [str(Path(options.tool).resolve()), "listen", "--format", "jsonl", "--window", str(WINDOW),
             "--overlap", str(1 - HOP / WINDOW), "--level-gate", str(GATE), "--min-confidence", "0.5",
             "--labels", "dog,dog_bark,dog_bow_wow"],
            env=server.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        listener.stdout.readline()
        for _ in range(RUNS):
            wait_for_silence(listener)
            player, began = server.player(bark, latency=20)
            first, full, named = times_of_lines(listener)
            delays.append(first - began - onset)
            latencies.append(full - began - onset)
            if named:
                namings.append(named - began - onset)
            player.wait()
        listener.terminate()
        listener.stdout.read()
        listener.wait()
    print(f"Windows of {WINDOW * 1000:.0f} ms every {HOP * 1000:.0f} ms, {RUNS} runs; times after the sound's beginning was given "
          "to the player:")
    for what, times in (("first line of a window that holds some of it", delays),
                        ("line of the window that is full of it", latencies),
                        (f"line that names the dog ({len(namings)} of {RUNS})", namings)):
        if times:
            print(f"  {what}: median {statistics.median(times) * 1000:.0f} ms, at most {max(times) * 1000:.0f} ms")


def first_loud_second(samples):
    """Where the gate's level is first reached, as the command measures it."""
    values, length = array.array("h", samples), RATE // 50
    for start in range(0, len(values) - length, length):
        power = sum((value / 32768) ** 2 for value in values[start:start + length]) / length
        if power >= 10 ** (GATE / 10):
            return start / RATE
    raise ValueError("nothing in the recording is as loud as the gate")


def row(listener):
    """The next line about a window, and when it came."""
    while True:
        line = json.loads(listener.stdout.readline())
        if line["kind"] == "window":
            return line, time.monotonic()


def times_of_lines(listener):
    """When the first line came whose window is not quiet, that of the first window without silence before it, and the
    first that names the dog, if one came."""
    first = full = named = start = None
    while first is None or full is None or (named is None and time.monotonic() < first + LONGEST_RUN):
        window, now = row(listener)
        if first is None and window["mark"] != "quiet":
            first, start = now, window["start"] + window["duration"] - HOP / 2
        if full is None and start is not None and window["start"] >= start:
            full = now
        if named is None and window["sounds"]:
            named = now
    return first, full, named


def wait_for_silence(listener):
    """Waits until a second of windows was quiet."""
    quiet = 0
    while quiet < 40:
        quiet = quiet + 1 if row(listener)[0]["mark"] == "quiet" else 0


if __name__ == "__main__":
    main()
