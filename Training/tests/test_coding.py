"""What codecs leave of a sound: its length, its level, and its spectrum below what they cut."""

import unittest

import numpy as np

from soundmodel import coding


def chord(length=48000, frequencies=(300, 700, 1900), level=0.2):
    t = np.arange(length) / 16000
    return (level * sum(np.sin(2 * np.pi * f * t) for f in frequencies)).astype(np.float32)


def share_of(samples, frequencies, width=40):
    """The share of the power that lies around some frequencies."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    bins = np.fft.rfftfreq(len(samples), 1 / 16000)
    near = np.zeros(len(bins), bool)
    for frequency in frequencies:
        near |= np.abs(bins - frequency) < width
    return power[near].sum() / power.sum()


class Codecs(unittest.TestCase):
    def test_each_keeps_length_level_and_what_is_heard(self):
        for codec, (*_, lowest) in coding.CODECS.items():
            for quality in [None] if lowest is None else [0.0, lowest]:
                with self.subTest(codec=codec, quality=quality):
                    for length in (8000, 48000):
                        sound = chord(length)
                        heard = coding.coded(sound, codec, quality)
                        self.assertEqual((heard.shape, heard.dtype), (sound.shape, np.float32))
                        self.assertGreater(share_of(heard, (300, 700, 1900)), 0.9)
                        self.assertAlmostEqual(np.sqrt(np.mean(heard**2) / np.mean(sound**2)), 1, delta=0.25)
                        self.assertGreater(np.abs(heard - sound).max(), 1e-6)

    def test_telephones_have_nothing_above_four_kilohertz(self):
        noise = np.random.default_rng(2).standard_normal(48000).astype(np.float32) * 0.1
        for codec in ("telephone", "mobile telephone"):
            self.assertLess(share_of(coding.coded(noise, codec), (6000,), 1500), 0.01)
        self.assertGreater(share_of(coding.coded(noise, "mp3", 0.0), (6000,), 1500), 0.1)

    def test_digital_silence_stays(self):
        for codec in coding.CODECS:
            self.assertEqual(np.abs(coding.coded(np.zeros(8000, np.float32), codec)).max(), 0)

    def test_all_are_drawn_as_often_as_the_table_says(self):
        rng = np.random.default_rng(0)
        drawn = [coding.drawn(rng) for _ in range(4000)]
        for codec, (*_, share, lowest) in coding.CODECS.items():
            qualities = [quality for name, quality in drawn if name == codec]
            self.assertAlmostEqual(len(qualities) / len(drawn), share, delta=0.03)
            if lowest is None:
                self.assertEqual(set(qualities), {None})
            else:
                self.assertGreater(max(qualities), 0.9 * lowest)
                self.assertLessEqual(max(qualities), lowest)


if __name__ == "__main__":
    unittest.main()
