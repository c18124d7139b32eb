"""Labelled evaluation clips: reading them, cutting windows, adding noise, and the figures of merit."""

import csv
import os
import zlib
from dataclasses import dataclass

import numpy as np
import soundfile

from . import labels
from .agreement import mean_average_precision
from .frontend import SAMPLE_RATE

SHORTEST = 15600  # samples; shorter clips are padded with zeros to the teachers' shortest window
OVERLAP = 0.5


class ClipError(Exception):
    """An evaluation folder or a row of its labels.csv that cannot be used."""


@dataclass
class Clip:
    """samples: 16 kHz float32; accepted: indices of the identifiers that count as right."""

    name: str
    samples: np.ndarray
    accepted: list
    source: str


def read(folder, with_heard=False):
    """The clips of `folder`/labels.csv, without those that the corpus holds unless they are asked for.

    Raises ClipError for a table or a row of another form, an unknown identifier or a file that cannot be read.
    """
    heard = set() if with_heard else {clip for clip, _, _ in labels.heard_clips()}
    index_of = {name: k for k, name in enumerate(labels.identifiers())}
    path, clips = os.path.join(folder, "labels.csv"), []
    if not os.path.exists(path):
        raise ClipError(f"evaluation clips: no '{path}'")
    with open(path, newline="") as stream:
        for line, row in enumerate(csv.DictReader(stream), 2):
            if None in row.values() or not {"file", "accepted_identifiers", "source"} <= row.keys():
                raise ClipError(f"{path}, line {line}: expected the columns file, accepted_identifiers and source")
            if row["file"] in heard:
                continue
            accepted = row["accepted_identifiers"].split()
            unknown = [name for name in accepted if name not in index_of]
            if unknown or not accepted:
                raise ClipError(f"{path}: {row['file']}: unknown identifiers {unknown}")
            try:
                samples, rate = soundfile.read(os.path.join(folder, row["file"]), dtype="float32")
            except (OSError, soundfile.LibsndfileError) as error:
                raise ClipError(f"{path}: {row['file']}: {error}") from error
            if rate != SAMPLE_RATE or samples.ndim != 1:
                raise ClipError(
                    f"{path}: {row['file']}: found {rate} Hz, {samples.ndim} dimensions, expected 16 kHz mono"
                )
            if not len(samples) or not np.isfinite(samples).all():
                raise ClipError(f"{path}: {row['file']}: no samples, or some that are not finite")
            clips.append(Clip(row["file"], samples, [index_of[name] for name in accepted], row["source"]))
    if not clips:
        raise ClipError(f"{path}: no clips")
    return clips


def windows(samples, seconds):
    """Whole windows half a window apart; a clip shorter than the window is one window."""
    samples = np.pad(samples, (0, max(0, SHORTEST - len(samples))))
    length = int(seconds * SAMPLE_RATE)
    if len(samples) <= length:
        return [samples]
    hop = int(length * (1 - OVERLAP))
    return [samples[k : k + length] for k in range(0, len(samples) - length + 1, hop)]


def with_noise(clip, decibels, seed):
    """The clip with pink noise at a signal-to-noise ratio in dB over the whole clip."""
    rng = np.random.default_rng([seed, zlib.crc32(clip.name.encode())])
    spectrum = np.fft.rfft(rng.standard_normal(len(clip.samples)))
    noise = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 1), len(clip.samples))
    power = np.mean(clip.samples.astype(np.float64) ** 2)
    noise *= np.sqrt(power / max(1e-20, np.mean(noise**2)) / 10 ** (decibels / 10))
    return Clip(clip.name, (clip.samples + noise).astype(np.float32), clip.accepted, clip.source)


def truth(clips):
    """(clips, 303), true for accepted identifiers."""
    table = np.zeros((len(clips), len(labels.identifiers())), bool)
    for row, clip in zip(table, clips):
        row[clip.accepted] = True
    return table


def hits(scores, accepted, count):
    """(rows,): is any accepted identifier among the `count` highest scores?"""
    best = np.argsort(-scores, axis=1, kind="stable")[:, :count]
    return np.take_along_axis(accepted, best, 1).any(axis=1)


def figures(scores, accepted):
    """Top-1, top-3 and mean average precision of scores (clips, 303)."""
    return dict(
        top1=float(hits(scores, accepted, 1).mean()),
        top3=float(hits(scores, accepted, 3).mean()),
        mAP=mean_average_precision(scores, accepted),
    )


def calibration_error(confidence, right, bins=10):
    """(expected calibration error, reliability rows of (mean confidence, share right, count))."""
    rows, place = [], np.minimum((confidence * bins).astype(int), bins - 1)
    for k in range(bins):
        inside = place == k
        if inside.any():
            rows.append((float(confidence[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    error = sum(count * abs(mean - share) for mean, share, count in rows) / max(1, len(confidence))
    return error, rows
