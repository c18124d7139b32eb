"""Measures what cleaning a recording brings before it is classified.

Real clips are made worse in known ways: a mains hum, rumble as of wind, hiss, faintness, and all of these together. Each
version is classified as it is and after each treatment of the command; a clip counts as right where an accepted label
has the highest mean confidence over its windows (top 1), or is among the three highest. See Documentation/CleaningUp.md.
"""
import argparse
import csv
import json
import subprocess
import wave
from collections import defaultdict
from pathlib import Path

import numpy as np

RATE = 16_000

# What a clip of the Debian package may be called.
ANIMALS = {
    "dog": ["dog", "dog_bark", "dog_bow_wow", "dog_growl", "dog_howl", "dog_whimper"],
    "rooster": ["chicken", "chicken_cluck", "rooster_crow", "fowl"], "hen": ["chicken", "chicken_cluck", "fowl"],
    "cow": ["cow_moo"], "bull": ["cow_moo"], "sheep": ["sheep_bleat"], "ram": ["sheep_bleat"], "lamb": ["sheep_bleat"],
    "duck": ["duck_quack"], "drake": ["duck_quack"], "pig": ["pig_oink"], "crow": ["crow_caw"], "owl": ["owl_hoot"],
    "horse": ["horse_neigh"], "frog": ["frog", "frog_croak"], "lion": ["lion_roar"], "turkey": ["turkey_gobble"],
    "mosquito": ["insect", "mosquito_buzz", "fly_buzz", "bee_buzz"], "bee": ["insect", "bee_buzz", "fly_buzz"],
}

TREATMENTS = {
    "nothing": [],
    "--highpass 120": ["--highpass", "120"],
    "--filter afftdn": ["--filter", "afftdn"],
    "--normalize": ["--normalize"],
    "--highpass 120 --normalize": ["--highpass", "120", "--normalize"],
    "all three": ["--highpass", "120", "--filter", "afftdn", "--normalize"],
}


def decode(path):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"],
                         check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(raw, np.float32).astype(np.float64)


def level(samples):
    return np.sqrt(np.mean(samples ** 2) + 1e-12)


def add(clip, noise, ratio):
    """The clip and a noise that lies so many dB below it."""
    return clip + noise * level(clip) / level(noise) * 10 ** (-ratio / 20)


def hum(count, _):
    time = np.arange(count) / RATE
    return sum(np.sin(2 * np.pi * 50 * k * time) / k for k in (1, 2, 3))


def rumble(count, random):
    spectrum = np.fft.rfft(random.normal(size=count))
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    return np.fft.irfft(spectrum * np.where(frequency < 5, 0, 1 / (1 + (frequency / 40) ** 2)), count)


def hiss(count, random):
    return random.normal(size=count)


CONDITIONS = {
    "as they are": lambda clip, random: clip,
    "50 dB fainter": lambda clip, random: clip * 10 ** (-50 / 20),
    "hum, 6 dB louder than the sound": lambda clip, random: add(clip, hum(len(clip), random), -6),
    "rumble, 10 dB louder": lambda clip, random: add(clip, rumble(len(clip), random), -10),
    "hiss, 20 dB below": lambda clip, random: add(clip, hiss(len(clip), random), 20),
    "hiss, 10 dB below": lambda clip, random: add(clip, hiss(len(clip), random), 10),
    "30 dB fainter": lambda clip, random: clip * 10 ** (-30 / 20),
    "rumble, hiss and 30 dB fainter": lambda clip, random: 10 ** (-30 / 20) * add(
        add(clip, rumble(len(clip), random), -10), hiss(len(clip), random), 20),
}


def clips(options):
    """[(path, accepted labels)]"""
    if options.clips:
        with open(options.clips / "labels.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        found = [(options.clips / row["file"], set(row[options.column].split())) for row in rows]
    else:
        found = [(path, set(labels)) for path in sorted(options.animals.rglob("*.ogg"))
                 for name, labels in ANIMALS.items() if name in path.stem.split("_") or path.stem.startswith(name)]
    return [(path, labels) for path, labels in found if path.exists()][::options.every]


def write(path, samples):
    # Full scale bounds what a recording can hold; make room instead of clipping.
    peak = np.abs(samples).max(initial=1e-9)
    samples = samples / max(1, peak / 0.99)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        dither = np.random.default_rng(0).uniform(-0.5, 0.5, len(samples))
        file.writeframes(np.clip(np.round(samples * 32767 + dither), -32768, 32767).astype("<i2").tobytes())


def right(tool, folder, truth, arguments):
    """The shares of clips that are right among the first one and the first three."""
    output = subprocess.run([tool, "classify", "--format", "json", "--top", "303", *arguments, *sorted(truth)],
                            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder).stdout
    counts = np.zeros(2)
    for file in json.loads(output):
        sums = defaultdict(float)
        for window in file["windows"]:
            for sound in window["sounds"]:
                sums[sound["label"]] += sound["confidence"]
        best = sorted(sums, key=lambda label: (-sums[label], label))
        accepted = truth[file["file"]]
        counts += [bool(accepted & set(best[:1])), bool(accepted & set(best[:3]))]
    return counts / len(truth)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--animals", type=Path, default=Path())
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--clips", type=Path)
    parser.add_argument("--column", default="accepted_identifiers")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    tool = options.tool.resolve()
    chosen = [(decode(path), labels) for path, labels in clips(options)]
    print(f"{len(chosen)} clips; top 1 / top 3 in percent\n")
    print("| recording | " + " | ".join(TREATMENTS) + " |")
    print("|---" * (len(TREATMENTS) + 1) + "|")
    for name, worsen in CONDITIONS.items():
        folder = options.work / "clips"
        folder.mkdir(parents=True, exist_ok=True)
        truth = {}
        for index, (clip, labels) in enumerate(chosen):
            path = f"{index:04}.wav"
            write(folder / path, worsen(clip, np.random.default_rng(index)))
            truth[path] = labels
        cells = []
        for arguments in TREATMENTS.values():
            first, three = 100 * right(tool, folder, truth, arguments)
            cells.append(f"{first:.0f} / {three:.0f}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


main()
