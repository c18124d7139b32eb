"""Measures how well events are found, on recordings whose events are known because they are made here.

Real animal sounds, cut to what is audible of them, are pasted at known times into running water, fire, a furnace and a
quiet room, at three levels. Two halves share neither a clip nor a background: settings are chosen on the first, figures
are told of the second. The oracle is sed_eval's event-based metric. See Documentation/Events.md.
"""
import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import wave
from collections import defaultdict
from pathlib import Path

import numpy as np
from sed_eval.sound_event import EventBasedMetrics

RATE = 16_000
LENGTH = 60.0                     # seconds of a recording
LEVELS = (20, 10, 0)              # dB of a sound over its background
AUDIBLE = -30                     # dB below a clip's loudest 10 ms: quieter edges are cut off
COLLARS = (0.2, 0.5)              # seconds; an offset may also be wrong by a fifth of the event's length
THRESHOLDS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)

# A group of labels that all are right for the clips of each half.
GROUPS = {
    "dog": (["dog", "dog_bark", "dog_bow_wow", "dog_growl", "dog_howl", "dog_whimper"], ["mammals/dogs/dog"], ["mammals/dogs/dog"]),
    "chicken": (["chicken", "chicken_cluck", "rooster_crow"], ["birds/rooster"], ["birds/hen"]),
    "cow": (["cow_moo"], ["mammals/bovines/cow_white"], ["mammals/bovines/cow", "mammals/bovines/bull"]),
    "sheep": (["sheep_bleat"], ["mammals/bovines/sheep"], ["mammals/bovines/sheep_lamb", "mammals/bovines/ram"]),
    "duck": (["duck_quack"], ["birds/duck"], ["birds/drake"]),
    "pig": (["pig_oink"], ["mammals/pig"], ["mammals/pig_golden"]),
    "crow": (["crow_caw"], ["birds/crow"], []),
    "owl": (["owl_hoot"], [], ["birds/owl"]),
    "horse": (["horse_neigh"], ["mammals/equines/horse"], []),
    "frog": (["frog", "frog_croak"], [], ["amphibians/frog"]),
    "lion": (["lion_roar"], ["mammals/cats/lion"], []),
    "turkey": (["turkey_gobble"], [], ["birds/turkey"]),
    "insect": (["insect", "bee_buzz", "fly_buzz", "mosquito_buzz"], ["insects/mosquito"], ["insects/bee"]),
}
BACKGROUNDS = (
    ["env_sounds_water.1", "env_sounds_water.2", "fire_small", None],
    ["env_sounds_water.3", "env_sounds_water.4", "fire_large", "default_furnace_active", None],
)


def decode(path):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"],
                         check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(raw, np.float32)


def loudness(samples):
    return 10 * np.log10(np.mean(samples ** 2) + 1e-12)


def audible(clip):
    """The clip without its quiet edges."""
    frame = RATE // 100
    frames = clip[:len(clip) // frame * frame].reshape(-1, frame)
    levels = 10 * np.log10(np.mean(frames ** 2, axis=1) + 1e-12)
    heard = np.flatnonzero(levels > levels.max() + AUDIBLE)
    return clip[heard[0] * frame:(heard[-1] + 1) * frame]


def make_half(half, animals, backgrounds, folder):
    """Writes the recordings of a half; returns {path: [(start, end, group)]}."""
    random_numbers = random.Random(half)
    clips = [(group, audible(decode(animals / f"{name}.ogg"))) for group, entry in GROUPS.items() for name in entry[1 + half]]
    truth = {}
    for background in BACKGROUNDS[half]:
        for level in LEVELS:
            count = int(LENGTH * RATE)
            if background is None:
                noise = np.cumsum(np.random.default_rng(half).normal(size=count)).astype(np.float32)
                noise -= np.convolve(noise, np.ones(RATE // 10) / (RATE // 10), "same")  # a quiet room: low rumble
                level_of_noise = -65
            else:
                loop = decode(backgrounds / f"{background}.ogg")
                noise = np.tile(loop, count // len(loop) + 1)[:count]
                level_of_noise = -40
            mixed = noise * 10 ** ((level_of_noise - loudness(noise)) / 20)
            events, position = [], random_numbers.uniform(1, 4)
            order = random_numbers.sample(clips, len(clips)) * 2
            for group, clip in order:
                start = int(position * RATE)
                if start + len(clip) > count - RATE:
                    break
                gain = 10 ** ((level_of_noise + level - loudness(clip)) / 20)
                mixed[start:start + len(clip)] += clip * gain
                events.append((start / RATE, (start + len(clip)) / RATE, group))
                position += len(clip) / RATE + random_numbers.uniform(1.5, 5)
            path = folder / f"half{half}-{background or 'room'}-{level}dB.wav"
            with wave.open(str(path), "wb") as out:
                out.setnchannels(1), out.setsampwidth(2), out.setframerate(RATE)
                out.writeframes((np.clip(mixed, -1, 1) * 32767).astype("<i2").tobytes())
            truth[str(path)] = events
    return truth


class Tool:
    """The command, with what it said kept for calls that come again."""

    def __init__(self, path, work):
        self.path, self.work, self.kept = path, work, {}

    def run(self, files, *options):
        key = (tuple(files), options)
        if key not in self.kept:
            output = subprocess.run([self.path, "classify", "-f", "jsonl", *options, *files], check=True, stdout=subprocess.PIPE).stdout
            self.kept[key] = [json.loads(line) for line in output.splitlines()]
        return self.kept[key]

    def windows(self, files, window, overlap):
        """{file: [(start, end, {group: score})]}"""
        labels = ",".join(label for entry in GROUPS.values() for label in entry[0])
        found = defaultdict(list)
        for row in self.run(files, "-w", str(window), "--overlap", str(overlap), "-l", labels):
            scores = {sound["label"]: sound["confidence"] for sound in row["sounds"]}
            groups = {group: max(scores[label] for label in entry[0]) for group, entry in GROUPS.items()}
            found[row["file"]].append((row["start"], row["start"] + row["duration"], groups))
        return found

    def events(self, files, settings):
        """{file: [(start, end, group)]} as the command itself finds them."""
        rule = {key: value for key, value in settings.items() if key not in ("window", "overlap")}
        profile = self.work / "profile.json"
        profile.write_text(json.dumps(rule | {"groups": {group: entry[0] for group, entry in GROUPS.items()}}))
        found = defaultdict(list)
        for row in self.run(files, "-w", str(settings["window"]), "--overlap", str(settings["overlap"]), "-p", str(profile),
                            "-l", ",".join(GROUPS)):
            if row["kind"] == "event":
                found[row["file"]].append((row["start"], row["end"], row["label"]))
        self.kept.popitem()       # the profile's text is not part of the key
        return found


def plain(windows, threshold):
    """Every window over the threshold is an event."""
    return {file: [(start, end, group) for start, end, scores in rows for group, score in scores.items() if score >= threshold]
            for file, rows in windows.items()}


def merged(windows, threshold):
    """Windows over the threshold that follow one another are one event, from the first's start to the last's end."""
    found = {}
    for file, rows in windows.items():
        found[file] = []
        for group in GROUPS:
            run = None
            for start, end, scores in rows + [(None, None, None)]:
                if scores and scores[group] >= threshold:
                    run = (run[0] if run else start, end)
                elif run:
                    found[file].append((*run, group))
                    run = None
    return found


def f1(truth, found, collar):
    """sed_eval's event-based F1 over all recordings, all events counting the same."""
    metric = EventBasedMetrics(list(GROUPS), t_collar=collar, percentage_of_length=0.2)

    def as_list(events):
        return [{"event_onset": start, "event_offset": end, "event_label": group} for start, end, group in events]
    for file, events in truth.items():
        metric.evaluate(as_list(events), as_list(found.get(file, [])))
    value = metric.results_overall_metrics()["f_measure"]["f_measure"]
    return 0.0 if value is None or np.isnan(value) else value


def errors(truth, found):
    """(onset errors, offset errors) of each known event against the found one of its label with most in common; how many
    known events have one, and how many found ones meet no known one."""
    onsets, offsets, false = [], [], 0
    for file, events in truth.items():
        for start, end, group in events:
            def common(other):
                return min(end, other[1]) - max(start, other[0])
            best = max((other for other in found.get(file, []) if other[2] == group), key=common, default=None)
            if best and common(best) > 0:
                onsets.append(abs(best[0] - start))
                offsets.append(abs(best[1] - end))
        false += sum(not any(group == known[2] and min(end, known[1]) > max(start, known[0]) for known in events)
                     for start, end, group in found.get(file, []))
    return onsets, offsets, false


def row(name, settings, truth, found):
    onsets, offsets, false = errors(truth, found)
    known = sum(map(len, truth.values()))
    minutes = len(truth) * LENGTH / 60

    def spread(values):
        return f"{statistics.median(values):.2f} / {np.quantile(values, 0.9):.2f}" if values else "-"
    figures = " | ".join(f"{f1(truth, found, collar):.2f}" for collar in COLLARS)
    print(f"| {name} | {settings} | {figures} | {len(onsets) / known:.2f} | {false / minutes:.1f} | {spread(onsets)} | {spread(offsets)} |", flush=True)


GRID = {
    "window": [0.5, 1.0, 1.5], "overlap": [0.5, 0.75],
    "open": list(THRESHOLDS), "close": [0.3, 0.5, 0.7, 1.0],      # `close` as a share of `open`
    "fill": [0.0, 0.15, 0.3, 0.5, 0.7], "maximum_gap": [0.0, 0.25, 0.5, 1.0], "minimum_length": [0.0, 0.1, 0.2, 0.4],
    "smoothing": ["none", {"median": 3}],
}


def resolved(choice):
    return choice | {"close": round(choice["open"] * choice["close"], 4)}


def choose(tool, truth):
    """The detector's best settings on a half: one at a time, round after round, until nothing gets better."""
    files = list(truth)

    def value(choice):
        found = tool.events(files, resolved(choice))
        return sum(f1(truth, found, collar) for collar in COLLARS)
    best = {"window": 1.0, "overlap": 0.75, "open": 0.2, "close": 0.5, "fill": 0.3, "maximum_gap": 0.5, "minimum_length": 0.0, "smoothing": "none"}
    best_value, seen = value(best), set()
    while str(best) not in seen:
        seen.add(str(best))
        for key, values in GRID.items():
            for candidate in values:
                trial = best | {key: candidate}
                if trial != best and (trial_value := value(trial)) > best_value:
                    best, best_value = trial, trial_value
        print(f"chosen so far: {best}, F1 {best_value / len(COLLARS):.3f}", file=sys.stderr)
    return resolved(best)


def choose_baseline(tool, truth, method):
    files = list(truth)
    candidates = [(window, overlap, threshold) for window in GRID["window"] for overlap in (0.0, *GRID["overlap"]) for threshold in THRESHOLDS]
    return max(candidates, key=lambda c: sum(f1(truth, method(tool.windows(files, c[0], c[1]), c[2]), collar) for collar in COLLARS))


def built_in(source):
    """The settings that the command has without a profile, as its sources say them."""
    rule = (source / "SoundEvents/Events/EventRule.swift").read_text()
    names = {"open": "openThreshold", "close": "closeThreshold", "fill": "fill", "maximum_gap": "maximumGap", "minimum_length": "minimumDuration"}
    settings = {key: float(re.search(rf"var {name}: \w+ = ([\d.]+)", rule)[1]) for key, name in names.items()}
    spans = (source / "SoundEvents/Events/EventWindows.swift").read_text()
    for key, name in (("window", "duration"), ("overlap", "overlapFactor")):
        settings[key] = float(re.search(rf"let {name} = ([\d.]+)", spans)[1])
    return settings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--animals", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--choose", action="store_true", help="search for the best settings on the first half")
    options = parser.parse_args()
    folder = options.work / "recordings"
    folder.mkdir(parents=True, exist_ok=True)
    first, second = (make_half(half, options.animals, options.work / "backgrounds", folder) for half in (0, 1))
    tool = Tool(options.tool, options.work)
    print(f"Chosen on {sum(map(len, first.values()))} events in {len(first)} recordings, "
          f"told of {sum(map(len, second.values()))} events in {len(second)} recordings of {LENGTH:.0f} s.\n")
    print("| method | settings | " + " | ".join(f"F1, {collar} s" for collar in COLLARS) + " | found | false a minute | onset error, s | offset error, s |")
    print("|---|---|---|---|---|---|---|---|")
    files = list(second)
    for name, method in (("each window over the threshold", plain), ("consecutive windows merged", merged)):
        window, overlap, threshold = choose_baseline(tool, first, method)
        row(name, f"window {window} s, overlap {overlap}, threshold {threshold}", second, method(tool.windows(files, window, overlap), threshold))
    settings = built_in(Path(__file__).parent.parent / "Sources")
    row("events, the default profile", text(settings), second, tool.events(files, settings))
    if options.choose:
        settings = choose(tool, first)
        row("events, chosen now", text(settings), second, tool.events(files, settings))


def text(settings):
    return (f"window {settings['window']} s, overlap {settings['overlap']}, "
            + ", ".join(f"{key} {value}" for key, value in settings.items() if key not in ("window", "overlap")))


if __name__ == "__main__":
    main()
