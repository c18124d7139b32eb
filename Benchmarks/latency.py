"""Measures how long after a sound `soundanalysis listen` tells of it, through a private PulseAudio.

A dog's bark is played into a null sink whose monitor is the microphone. What counts is the time from the moment at which
the player was given the first sample to the arrival of the first line that names the dog; playing and capturing are part
of it. The windows are 0.5 s long and come every 25 ms, so that the grid of windows adds little.
"""
import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests" / "Listen"))
from sound_server import SoundServer, decoded  # noqa: E402

WINDOW = 0.5
RUNS = 10


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--recording", required=True)
    options = parser.parse_args()
    # The dog begins four seconds into the recording.
    bark = decoded(options.recording, 4, 3)
    latencies = []
    with SoundServer() as server:
        listener = subprocess.Popen(
            [str(Path(options.tool).resolve()), "listen", "--format", "jsonl", "--window", str(WINDOW), "--overlap", "0.95", "--min-confidence", "0.5",
             "--labels", "dog,dog_bark,dog_bow_wow"], env=server.environment, stdout=subprocess.PIPE, text=True)
        listener.stdout.readline()
        for _ in range(RUNS):
            quiet(listener)
            player, began = server.player(bark, latency=20)
            while not json.loads(listener.stdout.readline())["sounds"]:
                pass
            latencies.append(time.monotonic() - began)
            player.wait()
        listener.terminate()
        listener.stdout.read()
        listener.wait()
    print(f"First line that names a dog: median {statistics.median(latencies) * 1000:.0f} ms, at most "
          f"{max(latencies) * 1000:.0f} ms after its sound was given to the player, with windows of {WINDOW * 1000:.0f} ms "
          f"every 25 ms ({RUNS} runs).")


def quiet(listener):
    """Waits until the last second held no dog."""
    silent = 0
    while silent < 40:
        silent = 0 if json.loads(listener.stdout.readline())["sounds"] else silent + 1


if __name__ == "__main__":
    main()
