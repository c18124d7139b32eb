"""The front end against published check values, and against its own definition written the slow way."""

import cmath
import math
import unittest

import numpy as np
from signals import SIGNALS

from soundmodel import frontend

# (frame, band) -> value for SINE, CHIRP, LCG; computed in float64 from the definition of Core ML's VGGish stage
CHECK_VALUES = {
    (0, 0): (-3.736307, 3.433724, 1.301285),
    (0, 8): (4.089164, -1.570250, 0.270438),
    (10, 20): (-4.205392, 1.576244, 0.965820),
    (48, 40): (-4.579239, -4.071596, 1.930429),
    (95, 63): (-4.604327, 1.830090, 2.615585),
}


class LogMel(unittest.TestCase):
    def test_matches_the_check_values(self):
        for column, (name, make) in enumerate(SIGNALS.items()):
            features = frontend.log_mel(make())
            self.assertEqual(features.shape, (96, 64))
            for (frame, band), values in CHECK_VALUES.items():
                self.assertAlmostEqual(features[frame, band], values[column], delta=2e-5, msg=f"{name}[{frame},{band}]")

    def test_silence_is_the_logarithm_of_the_offset(self):
        np.testing.assert_allclose(frontend.log_mel(np.zeros(800)), math.log(0.01), rtol=1e-6)

    def test_one_frame_equals_the_plain_sum(self):
        x = SIGNALS["LCG"]()[:400]
        spectrum = [
            abs(
                sum(
                    x[n] * (0.5 - 0.5 * math.cos(2 * math.pi * n / 400)) * cmath.exp(-2j * math.pi * k * n / 512)
                    for n in range(400)
                )
            )
            for k in range(257)
        ]
        step = (1127 * math.log(1 + 7500 / 700) - 1127 * math.log(1 + 125 / 700)) / 65
        low = 1127 * math.log(1 + 125 / 700)
        for band in (0, 31, 63):
            total = 0.0
            for k in range(1, 257):
                m = 1127 * math.log(1 + 31.25 * k / 700)
                total += max(0, min((m - low - band * step) / step, (low + (band + 2) * step - m) / step)) * spectrum[k]
            self.assertAlmostEqual(frontend.log_mel(x)[0, band], math.log(total + 0.01), delta=1e-5)

    def test_counts_whole_frames_only(self):
        for samples, frames in [(0, 0), (399, 0), (400, 1), (559, 1), (560, 2), (15600, 96), (48000, 298)]:
            self.assertEqual(frontend.frame_count(samples), frames)


if __name__ == "__main__":
    unittest.main()
