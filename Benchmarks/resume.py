#!/usr/bin/env python3
"""Kills a run over many short recordings three times with SIGKILL, resumes it, and compares.

What the folder holds in the end must be, byte for byte, what an undisturbed run gives; after each
kill every file in it must be complete.

usage: resume.py --tool PATH --work FOLDER [--count N] [--recording FILE.wav]

The recordings are short pieces of a 16-bit WAV file, or of noise without one.
"""

import argparse
import filecmp
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import wave

SETTINGS = ["classify", "--window", "0.5", "--top", "3", "--format", "json"]


def make_recordings(folder, count, recording):
    """Writes pieces of 0.5 to 1.2 s into nested folders."""
    source = random.Random(1)
    if recording:
        with wave.open(str(recording)) as whole:
            if whole.getsampwidth() != 2:
                sys.exit(f"resume: {recording}: expected 16-bit samples")
            rate, channels = whole.getframerate(), whole.getnchannels()
            samples = whole.readframes(whole.getnframes())
    else:
        rate, channels = 16_000, 1
        samples = source.randbytes(2 * 30 * rate)
    frame = 2 * channels
    for number in range(count):
        length = int(rate * source.uniform(0.5, 1.2))
        start = source.randrange(0, max(1, len(samples) // frame - length))
        path = folder / f"{number % 7}" / f"day {number % 3}" / f"{number:05}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        with wave.open(str(path), "wb") as piece:
            piece.setnchannels(channels)
            piece.setsampwidth(2)
            piece.setframerate(rate)
            piece.writeframes(samples[start * frame : (start + length) * frame])


def results(folder):
    """The finished results, as paths within the folder."""
    found = set()
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != ".soundanalysis"]
        found |= {os.path.relpath(os.path.join(place, name), folder) for name in files}
    return found


def everything(folder):
    """Every file in the folder, also those of the ledger."""
    paths = [path for path in pathlib.Path(folder).rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)) for path in paths}


def expect(claim, message):
    if not claim:
        sys.exit(f"resume: {message}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--recording", type=pathlib.Path)
    options = parser.parse_args()
    work = options.work
    shutil.rmtree(work, ignore_errors=True)
    recordings, whole, cut = work / "recordings", work / "whole", work / "cut"
    make_recordings(recordings, options.count, options.recording)

    def command(output, jobs):
        more = ["--jobs", str(jobs), "--output", f"{output}/", "--resume"]
        return [options.tool, *SETTINGS, *more, str(recordings)]

    start = time.monotonic()
    subprocess.run(command(whole, 2), check=True, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    expect(len(results(whole)) == options.count, f"found {len(results(whole))} results")
    for turn in range(1, 4):
        process = subprocess.Popen(command(cut, 1 + turn % 2), stderr=subprocess.DEVNULL)
        while process.poll() is None and len(results(cut)) < options.count * turn // 4:
            time.sleep(0.005)
        process.kill()
        expect(process.wait() == -9, f"run {turn} ended before it could be killed")
        done = results(cut)
        expect(len(done) < options.count, f"run {turn} was done before it was killed")
        for name in done:
            expect(
                filecmp.cmp(whole / name, cut / name, shallow=False),
                f"after kill {turn}: {name} is not complete",
            )
    last = subprocess.run(command(cut, 2), check=True, stderr=subprocess.PIPE, text=True)
    expect("kept from before" in last.stderr, f"nothing was kept: {last.stderr}")
    names = everything(whole)
    expect(everything(cut) == names, "the resumed run has other files than the undisturbed one")
    for name in names:
        expect(filecmp.cmp(whole / name, cut / name, shallow=False), f"{name} differs")
    shutil.rmtree(work)
    print(
        f"resume: {options.count} recordings, killed three times, {len(names)} files equal those "
        f"of an undisturbed run ({seconds:.1f} s); last run: {last.stderr.strip()}"
    )


main()
