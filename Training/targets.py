#!/usr/bin/env python3
"""Asks the teachers: makes labelled training windows for train.py, and the held-out windows it is judged by.

  targets.py --work DIR --teachers DIR --seconds 1000000     windows until that much sound is labelled
  targets.py --work DIR --teachers DIR --held-out            the held-out windows, once

Runs beside train.py, which picks up new shards as they come. Stopped and started again it goes on with the next shard.
"""

import argparse
import glob
import os
import sys

import numpy as np
import torch

from soundmodel import corpus_store, devices, held_out, labels, mixing, shards
from soundmodel.folded import NetworkFileError
from soundmodel.frontend import SAMPLE_RATE
from soundmodel.mn04 import FILE_NAME as MN04_FILE
from soundmodel.mn04 import load_mn04
from soundmodel.yamnet import FILE_NAME as YAMNET_FILE
from soundmodel.yamnet import YAMNet

DEFAULT_WORK = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".work")
SURVEY_LENGTH = 30720  # samples, 1.92 s
SURVEY_THRESHOLD = 0.1  # a place is used where the teacher's loudest class is above this
# window lengths in samples, 0.5 to 15 s, and the share of the labelled sound that each gets
LENGTHS = (8000, 15600, 30960, 48000, 97200, 240_000)
SHARES = (0.06, 0.14, 0.19, 0.36, 0.18, 0.07)
KEY_PATTERN = "[0-9a-f]" * 10  # of DecodedSource.key
SHARD_SECONDS = 300
YAMNET_SHARE = 0.4
NAMED_SHARE = 0.06  # of the windows that have identifiers: those whose clip's name says what no teacher can
HELD_OUT_LENGTH, HELD_OUT_WINDOWS = 48000, 1500


def survey_source(source, teachers):
    """Rows (clip, first sample, length, class) for each place of the source where the teacher hears something."""
    places = []
    for number in range(len(source)):
        length = source.starts[number + 1] - source.starts[number]
        for place in range(0, max(1, length - SURVEY_LENGTH // 3), SURVEY_LENGTH):
            places.append((number, place, min(SURVEY_LENGTH, length - place)))
    rows = []
    for first in range(0, len(places), 64):
        part = places[first : first + 64]
        batch = np.zeros((len(part), SURVEY_LENGTH), np.float32)
        for k, (number, place, extent) in enumerate(part):
            batch[k, :extent] = source.clip(number)[place : place + extent] / 32768
        value, loudest = torch.sigmoid(teachers.hear(batch)[0]).max(1)
        for k, row in enumerate(part):
            if value[k] > SURVEY_THRESHOLD and np.abs(batch[k]).max() > mixing.QUIETEST_PEAK:
                rows.append((*row, int(loudest[k])))
    return np.array(rows, np.int64).reshape(-1, 4)


def survey(sources, teachers, folder):
    """The survey of all sources, (rows, 5); each source's part is kept in `folder`."""
    os.makedirs(folder, exist_ok=True)
    parts = []
    for k, source in enumerate(sources):
        path = survey_path(source, folder)
        if not os.path.exists(path):
            np.save(path + ".part.npy", survey_source(source, teachers))
            os.replace(path + ".part.npy", path)
            print(f"surveyed {source.name}", flush=True)
        rows = np.load(path)
        parts.append(np.column_stack([np.full(len(rows), k), rows]))
    return np.concatenate(parts)


def survey_path(source, folder):
    """Where the survey of a source belongs, named after what was decoded; those of former decodings are removed."""
    base = os.path.join(folder, source.name.replace(":", "-"))
    path, unkeyed = f"{base}.{source.key}.npy", base + ".npy"
    if os.path.exists(unkeyed):
        # From before the names had keys: it is of these clips if it is younger than they are.
        if not os.path.exists(path) and os.path.getmtime(unkeyed) >= os.path.getmtime(source.path):
            os.rename(unkeyed, path)
        else:
            os.remove(unkeyed)
    for other in glob.glob(glob.escape(base) + "." + KEY_PATTERN + ".npy"):
        if other != path:
            os.remove(other)
    return path


def make_held_out(options, teachers):
    """Clean windows of 3 s from packages that are never trained on, with both teachers' answers."""
    path = held_out.path(options.work)
    if os.path.exists(path):
        held_out.check(options.work)
        print(f"{path}: already there")
        return
    sources = corpus_store.read(os.path.join(options.work, "decoded"), "held-out")
    maker = mixing.WindowMaker(sources, survey(sources, teachers, os.path.join(options.work, "survey")), seed=1)
    parts = []
    for _ in range(0, HELD_OUT_WINDOWS, 50):
        windows = np.stack([maker.plain(HELD_OUT_LENGTH) * 0.7 for _ in range(50)])
        parts.append(teachers.label(windows, ask_yamnet=True))
    arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    held_out.write(options.work, arrays, [source.name for source in sources])
    print(f"{path}: {HELD_OUT_WINDOWS} windows of {len(sources)} sources")


def label(maker, teachers, length, rng):
    """The arrays of a shard of windows of one length."""
    number, index = SHARD_SECONDS * SAMPLE_RATE // length, {name: k for k, name in enumerate(labels.identifiers())}
    ask = rng.random() < YAMNET_SHARE
    windows, named = [], []
    for k in range(number):
        if ask and maker.named and rng.random() < NAMED_SHARE:
            window, identifier = maker.named_window(length)
            named.append((k, index[identifier]))
        else:
            window = maker.window(length)
        windows.append(window)
    parts = [teachers.label(np.stack(windows[k : k + 32]), ask) for k in range(0, number, 32)]
    arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    for k, identifier in named:
        arrays["names"][k, identifier] = 1
    return arrays


def make_maker(sources, teachers, work):
    """Draws windows from the sources; named clips that none of them holds are printed."""
    places = survey(sources, teachers, os.path.join(work, "survey"))
    maker = mixing.WindowMaker(sources, places, 0, labels.named_clips())
    print(f"{len(sources)} sources, {len(maker.survey)} places", flush=True)
    for source, clip, identifier in maker.absent:
        print(f"named clip of {identifier}: found no '{clip}' in source {source}", flush=True)
    return maker


def make_shards(options, teachers):
    folder, decoded = os.path.join(options.work, "shards"), os.path.join(options.work, "decoded")
    os.makedirs(folder, exist_ok=True)
    content, maker = None, None
    while len(shards.files(folder)) * SHARD_SECONDS < options.seconds:
        number = shards.next_number(folder)
        rng = np.random.default_rng([options.seed, number])
        sources = corpus_store.read(decoded, "train")
        found = [(source.name, source.key) for source in sources]
        if found != content:  # decoding may still go on beside this
            content, maker = found, make_maker(sources, teachers, options.work)
        maker.rng = rng
        length = int(rng.choice(LENGTHS, p=SHARES))
        arrays = label(maker, teachers, length, rng)
        shards.write(shards.path(folder, number), arrays)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default=DEFAULT_WORK)
    parser.add_argument(
        "--teachers", default=os.path.join(DEFAULT_WORK, "teachers"), help=f"folder with {MN04_FILE} and {YAMNET_FILE}"
    )
    parser.add_argument("--seconds", type=float, default=360_000, help="how much sound to label")
    parser.add_argument("--held-out", action="store_true")
    devices.add_option(parser)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    try:
        teachers = shards.Teachers(
            load_mn04(os.path.join(options.teachers, MN04_FILE)),
            YAMNet(os.path.join(options.teachers, YAMNET_FILE)),
            devices.named(options.device),
        )
        make_held_out(options, teachers) if options.held_out else make_shards(options, teachers)
    except (NetworkFileError, corpus_store.ManifestError, held_out.OutOfDate, OSError, ValueError) as error:
        sys.exit(f"targets: {error}")


if __name__ == "__main__":
    main()
