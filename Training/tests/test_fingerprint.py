"""A clip inside other sound is found, at its place and whatever its level; like sounds are not taken for it."""

import unittest

import numpy as np
from scipy.signal import lfilter

from soundmodel import fingerprint
from soundmodel.frontend import SAMPLE_RATE


def sound(seed, seconds):
    """Noise bursts through a few resonances: no two seeds alike."""
    rng = np.random.default_rng(seed)
    samples = rng.standard_normal(int(seconds * SAMPLE_RATE))
    for _ in range(3):
        angle, radius = rng.uniform(0.05, 2.5), 0.995
        samples += lfilter([1], [1, -2 * radius * np.cos(angle), radius**2], samples)
    envelope = np.interp(np.arange(len(samples)), np.linspace(0, len(samples), 12), rng.uniform(0, 1, 12))
    return (0.3 * samples * envelope / np.abs(samples).max()).astype(np.float32)


class Fingerprints(unittest.TestCase):
    def setUp(self):
        self.clips = [sound(seed, 1.5) for seed in range(8)]
        self.index = fingerprint.Index(self.clips)

    def test_a_quiet_clip_between_other_sounds_is_found_at_its_place(self):
        recording = np.concatenate([sound(41, 1.83), 0.3 * self.clips[6], sound(42, 1)])
        match = max(self.index.matches(recording), key=lambda match: match.votes)
        self.assertEqual(match.number, 6)
        self.assertAlmostEqual(match.lag, int(1.83 * SAMPLE_RATE), delta=fingerprint.HOP)
        self.assertAlmostEqual(fingerprint.correlation(self.clips[6], recording, match.lag), 1, places=4)

    def test_a_part_of_a_clip_is_found_and_correlates_wholly(self):
        part = -0.5 * self.clips[5][7_000:19_000]
        match = max(self.index.matches(part), key=lambda match: match.votes)
        self.assertEqual(match.number, 5)
        self.assertAlmostEqual(fingerprint.correlation(self.clips[5], part, match.lag), 1, places=4)

    def test_other_sounds_do_not_match(self):
        for seed in range(20, 30):
            other = sound(seed, 4)
            for match in self.index.matches(other):
                self.assertLess(fingerprint.correlation(self.clips[match.number], other, match.lag), 0.4)

    def test_silence_and_a_single_sample_match_nothing(self):
        for samples in (np.zeros(0), np.zeros(100), np.zeros(50_000), np.ones(1)):
            self.assertEqual(self.index.matches(samples), [])

    def test_what_is_too_short_to_tell_correlates_with_nothing(self):
        clip = self.clips[0]
        self.assertEqual(fingerprint.correlation(clip, clip[:1000], 0), 0)
        self.assertEqual(fingerprint.correlation(clip, clip, len(clip) + 9 * fingerprint.HOP), 0)


if __name__ == "__main__":
    unittest.main()
