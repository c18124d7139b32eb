"""Finds a recording inside others, whatever its level and place: by pairs of spectral peaks, then by the wave itself.

The pairs follow A. Wang, An Industrial-Strength Audio Search Algorithm, ISMIR 2003.
"""

from dataclasses import dataclass

import numpy as np
from scipy.fft import rfft
from scipy.ndimage import maximum_filter
from scipy.signal import fftconvolve

from .frontend import SAMPLE_RATE

WINDOW, HOP = 1024, 256  # samples
BINS = slice(4, 440)  # 60 Hz to 6.9 kHz
AROUND = (9, 15)  # frames and bins in which a peak is the highest
DYNAMIC_RANGE = 6.0  # nepers below the loudest peak
NEIGHBOURS, FARTHEST = 7, 64  # a peak is paired with so many later ones, at most so many frames away
LEAST_VOTES = 10  # pairs at one offset, its neighbours included; chance gives fewer in nearly all cases
SHORTEST_COMMON = SAMPLE_RATE // 10  # samples that two recordings share


def pairs(samples):
    """(codes, frames): each pair of neighbouring peaks as one number, and the frame of its first peak."""
    samples = np.pad(np.asarray(samples, np.float32), (0, max(0, WINDOW - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::HOP] * np.hanning(WINDOW).astype(np.float32)
    magnitudes = np.abs(rfft(frames, axis=1))[:, BINS]
    level = np.log(magnitudes + 1e-3 * magnitudes.max() + 1e-9)
    is_peak = (level == maximum_filter(level, AROUND)) & (level > level.max() - DYNAMIC_RANGE)
    time, bin_number = (place.astype(np.int64) for place in np.nonzero(is_peak))
    codes, starts = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for step in range(1, min(NEIGHBOURS + 1, len(time))):
        gap = time[step:] - time[:-step]
        near = gap < FARTHEST
        code = (bin_number[:-step] << 24) | (bin_number[step:] << 12) | gap
        codes.append(code[near])
        starts.append(time[:-step][near])
    return np.concatenate(codes), np.concatenate(starts)


@dataclass(frozen=True)
class Match:
    """A clip of the index in a recording: its number, the votes, and by how many samples it begins later there."""

    number: int
    votes: int
    lag: int


class Index:
    """The peaks of some clips, to look recordings up in."""

    LONGEST = 1 << 20  # frames

    def __init__(self, clips):
        parts = [pairs(clip) for clip in clips]
        codes = np.concatenate([code for code, _ in parts])
        order = np.argsort(codes, kind="stable")
        self.codes = codes[order]
        self.frames = np.concatenate([frames for _, frames in parts])[order]
        self.numbers = np.repeat(np.arange(len(parts)), [len(code) for code, _ in parts])[order]

    def matches(self, samples):
        """The clips that share at least LEAST_VOTES pairs at one offset with the recording, each at its best offset."""
        codes, frames = pairs(samples)
        first, last = np.searchsorted(self.codes, codes, "left"), np.searchsorted(self.codes, codes, "right")
        count = last - first
        if not count.sum():
            return []
        found = np.repeat(first - np.cumsum(count) + count, count) + np.arange(count.sum())
        offset = np.repeat(frames, count) - self.frames[found] + self.LONGEST
        keys, votes = np.unique(self.numbers[found] * (2 * self.LONGEST) + offset, return_counts=True)
        # Between two frames the votes are shared.
        beside = np.where(np.diff(keys) == 1, votes[1:], 0), np.where(np.diff(keys) == 1, votes[:-1], 0)
        total = votes + np.append(beside[0], 0) + np.insert(beside[1], 0, 0)
        best = {}
        for key, vote in zip(keys[total >= LEAST_VOTES].tolist(), total[total >= LEAST_VOTES].tolist()):
            number, place = divmod(key, 2 * self.LONGEST)
            if vote > best.get(number, Match(number, 0, 0)).votes:
                best[number] = Match(number, vote, (place - self.LONGEST) * HOP)
        return list(best.values())


def correlation(clip, recording, lag):
    """The greatest correlation of two recordings' common part, lags within two hops of `lag`; 0 where it is too short."""
    best = 0.0
    whole = fftconvolve(recording, clip[::-1])
    lags = np.arange(max(1 - len(clip), lag - 2 * HOP), min(len(recording), lag + 2 * HOP + 1))
    if len(lags):
        place = int(lags[np.abs(whole[lags + len(clip) - 1]).argmax()])
        ours = clip[max(0, -place) : len(recording) - place].astype(np.float64)
        theirs = recording[max(0, place) : place + len(clip)].astype(np.float64)
        if len(ours) >= SHORTEST_COMMON:
            power = np.sqrt((ours**2).sum() * (theirs**2).sum())
            best = float(abs((ours * theirs).sum()) / max(power, 1e-12))
    return best
