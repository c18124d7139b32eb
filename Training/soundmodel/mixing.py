"""Training windows: drawn so that the teacher's classes come about equally often, then changed and mixed."""

import numpy as np
import soxr
from scipy.signal import fftconvolve

from . import coding
from .frontend import SAMPLE_RATE

BALANCE = 0.6  # 0 draws by duration, 1 draws every class equally often
QUIETEST_PEAK = 0.003
SILENT_SHARE, CODED_SHARE = 0.01, 0.12
NOISY_SHARE, SIGNAL_TO_NOISE = 0.3, (-3, 40)  # dB, over the whole window
LOUDEST_OTHER, LOUDEST_BEHIND = 2, -4  # dB, of a sound mixed with any other, and of one behind a named clip
NAMED_EXTENT = 30720  # samples, as the survey's


def decibels(value):
    """The amplitude factor of a level in dB."""
    return 10 ** (value / 20)


class WindowMaker:
    """Draws windows from surveyed clips.

    sources: DecodedSource list.
    survey: int array (rows, 5): source, clip, first sample, length in samples, the teacher's loudest class.
    named: (source, clip, identifier) rows of labels.named_clips().
    """

    def __init__(self, sources, survey, seed, named=()):
        self.sources, self.rng = sources, np.random.default_rng(seed)
        self.named, self.absent = self._places(named)
        # Drawn without its name, such a clip would be taught as something else.
        ours = {row[:2] for rows in self.named.values() for row in rows}
        self.survey = survey[[(source, clip) not in ours for source, clip in survey[:, :2].tolist()]]
        frequency = np.bincount(self.survey[:, 4])[self.survey[:, 4]].astype(np.float64)
        self.cumulative = np.cumsum(frequency**-BALANCE)
        self.cumulative /= self.cumulative[-1]

    def _places(self, named):
        """Identifier -> survey rows, one a named clip that is there; and the rows of `named` that no clip matches."""
        places, absent = {}, []
        for name, ending, identifier in named:
            rows = [
                (k, number, 0, len(source.clip(number)), -1)
                for k, source in enumerate(self.sources)
                for number in range(len(source))
                if source.name == name and source.names[number].endswith(ending)
            ]
            if rows:
                places.setdefault(identifier, []).extend(rows)
            else:
                absent.append((name, ending, identifier))
        return places, absent

    def draw_named(self, identifier):
        """A survey row for a stretch of a named clip."""
        source, number, _, length, _ = self.named[identifier][self.rng.integers(len(self.named[identifier]))]
        extent = min(length, NAMED_EXTENT)
        return source, number, int(self.rng.integers(0, length - extent + 1)), extent, -1

    def draw(self):
        """A row of the survey."""
        return self.survey[min(len(self.survey) - 1, np.searchsorted(self.cumulative, self.rng.random()))]

    def plain(self, length, draw=None):
        """`length` samples around a surveyed place, zeros beyond the clip's ends, peak 1."""
        rng = self.rng
        while True:
            source, number, place, extent, _ = (draw or self.draw)()
            clip = self.sources[source].clip(number)
            speed = 2 ** rng.uniform(-0.5, 0.4) if rng.random() < 0.4 else 1.0
            wanted = int(length * speed)
            # any position that keeps the surveyed place, or as much of it as fits, inside the window
            low, high = sorted((place + extent - wanted, place))
            start = int(rng.integers(low, high + 1))
            if len(clip) >= wanted:
                start = min(max(start, 0), len(clip) - wanted)
            window = np.zeros(wanted, np.float32)
            a, b = max(0, start), min(len(clip), start + wanted)
            if b <= a:
                continue
            window[a - start : b - start] = clip[a:b].astype(np.float32) / 32768
            if rng.random() < 0.3 and wanted > extent:  # a lone event: keep the surveyed place, fade the rest away
                first = place - start
                keep = np.full(wanted, decibels(rng.uniform(-60, -15)), np.float32)
                keep[max(0, first - 2000) : max(0, first + extent + 2000)] = 1
                window *= keep
            if speed != 1.0:
                window = soxr.resample(window, SAMPLE_RATE * speed, SAMPLE_RATE, quality="LQ")
                window = np.pad(window[:length], (0, max(0, length - len(window))))
            peak = np.abs(window).max()
            if peak > QUIETEST_PEAK:
                return window / peak

    def reverberate(self, window):
        """Convolves with decaying noise behind a direct sound."""
        rng = self.rng
        count = int(SAMPLE_RATE * rng.uniform(0.05, 0.6))
        tail = rng.standard_normal(count).astype(np.float32) * np.exp(-6.9 * np.arange(count, dtype=np.float32) / count)
        tail *= rng.uniform(0.1, 0.6) / np.sqrt((tail**2).sum())
        tail[0] += 1
        return fftconvolve(window, tail)[: len(window)].astype(np.float32)

    def noise(self, length):
        """Noise of RMS 1 between white and brown: its power falls with the frequency to a power of 0 to 2."""
        spectrum = np.fft.rfft(self.rng.standard_normal(length))
        spectrum /= np.arange(1, len(spectrum) + 1) ** (self.rng.uniform(0, 2) / 2)
        noise = np.fft.irfft(spectrum, length)
        return (noise / np.sqrt(np.mean(noise**2))).astype(np.float32)

    def window(self, length):
        """One training window, float32, peak -20 to -0.2 dBFS; now and then silence, digital or barely noisy."""
        rng = self.rng
        if rng.random() < SILENT_SHARE:
            return rng.standard_normal(length).astype(np.float32) * (
                decibels(rng.uniform(-110, -65)) if rng.random() < 0.6 else 0
            )
        return self._changed(self.plain(length), LOUDEST_OTHER)

    def named_window(self, length):
        """A training window with a named clip in front, and its identifier; each identifier comes equally often."""
        identifier = sorted(self.named)[self.rng.integers(len(self.named))]
        front = self.plain(length, lambda: self.draw_named(identifier))
        return self._changed(front, LOUDEST_BEHIND), identifier

    def _changed(self, x, loudest):
        """Mixed with another sound up to `loudest` dB, reverberated, made noisy, filtered, coded, at any level."""
        rng, length = self.rng, len(x)
        if rng.random() < 0.35:
            x = x + self.plain(length) * decibels(rng.uniform(-22, loudest))
        if rng.random() < 0.2:
            x = self.reverberate(x)
        if rng.random() < NOISY_SHARE:
            level = decibels(-rng.uniform(*SIGNAL_TO_NOISE)) * np.sqrt(np.mean(x**2))
            x = x + self.noise(length) * np.float32(level)
        if rng.random() < 0.3:
            x = np.convolve(x, [1, rng.uniform(-0.9, 0.9)])[:length]
        if rng.random() < CODED_SHARE:
            x = coding.coded(x, *coding.drawn(rng))
        return (x / max(1e-6, np.abs(x).max()) * decibels(rng.uniform(-20, -0.2))).astype(np.float32)
