"""Clips, metrics, quantising and calibration on small made-up data."""

import os
import tempfile
import types
import unittest

import numpy as np
import torch

from soundmodel import agreement, calibration, clips, quantising
from soundmodel.folded import NetworkFileError


class Quantising(unittest.TestCase):
    def test_each_channel_keeps_its_ends_and_errs_by_half_a_step_at_most(self):
        weights = np.random.default_rng(3).normal(size=(5, 7, 3)).astype(np.float32) * np.arange(1, 6)[:, None, None]
        network = types.SimpleNamespace(arrays={"w": weights.astype(np.float32), "b": np.array([0.1, 0.2], np.float32)})
        quantising.quantise(network, 8)
        found, flat = network.arrays["w"].reshape(5, -1), weights.reshape(5, -1)
        np.testing.assert_allclose(found.max(axis=1), flat.max(axis=1), rtol=1e-5)
        np.testing.assert_allclose(found.min(axis=1), flat.min(axis=1), rtol=1e-5)
        for k in range(5):
            step = (flat[k].max() - flat[k].min()) / 255
            self.assertLessEqual(np.abs(found[k] - flat[k]).max(), 0.51 * step)
            self.assertLessEqual(len(np.unique(found[k])), 256)
        self.assertEqual(network.arrays["b"].tolist(), [np.float32(0.1), np.float32(0.2)])

    def test_matrices_are_shortened_as_bfloat16_rounds_and_the_rest_stays(self):
        rng = np.random.default_rng(4)
        shapes = dict(dense=(9, 6), point=(7, 5, 1, 1), depth=(5, 1, 3, 3), bias=(9,))
        network = types.SimpleNamespace(arrays={k: rng.normal(size=s).astype(np.float32) for k, s in shapes.items()})
        network.arrays["dense"][0, :2] = np.array([0x3F808000, 0x3F818000], np.uint32).view(np.float32)  # ties
        before = {name: array.copy() for name, array in network.arrays.items()}
        quantising.shorten(network)
        for name, array in before.items():
            matrix = torch.from_numpy(array).bfloat16().float().numpy()
            np.testing.assert_array_equal(network.arrays[name], matrix if name in ("dense", "point") else array)


class Metrics(unittest.TestCase):
    def test_average_precision_of_a_known_ranking(self):
        scores = np.array([0.9, 0.8, 0.7, 0.6])
        self.assertAlmostEqual(
            agreement.average_precision(scores, np.array([True, False, True, False])), (1 + 2 / 3) / 2
        )

    def test_hits_count_any_accepted_identifier(self):
        scores = np.array([[0.1, 0.5, 0.4], [0.3, 0.2, 0.1]])
        accepted = np.array([[False, False, True], [True, False, False]])
        self.assertEqual(clips.hits(scores, accepted, 1).tolist(), [False, True])
        self.assertEqual(clips.hits(scores, accepted, 2).tolist(), [True, True])

    def test_calibration_error_of_known_confidences(self):
        confidence, right = np.array([0.85, 0.85, 0.25, 0.25]), np.array([1.0, 0.0, 0.0, 0.0])
        error, rows = clips.calibration_error(confidence, right)
        self.assertAlmostEqual(error, 0.5 * 0.35 + 0.5 * 0.25)
        self.assertEqual([count for _, _, count in rows], [2, 2])

    def test_noise_has_the_level_asked_for(self):
        clip = clips.Clip("x", np.random.default_rng(0).normal(0, 0.1, 32000).astype(np.float32), [0], "test")
        for level in (10, 0):
            noise = clips.with_noise(clip, level, 0).samples - clip.samples
            self.assertAlmostEqual(10 * np.log10(np.mean(clip.samples**2) / np.mean(noise**2)), level, delta=0.05)

    def test_windows_are_whole_and_half_a_window_apart(self):
        for length, seconds, expected in [
            (48000, 3.0, [48000]),
            (96000, 3.0, [48000] * 3),
            (95999, 3.0, [48000] * 2),
            (16000, 3.0, [16000]),
            (100, 3.0, [15600]),
        ]:
            self.assertEqual([len(w) for w in clips.windows(np.zeros(length, np.float32), seconds)], expected)


class CalibrationTests(unittest.TestCase):
    def test_fit_recovers_the_scale_and_offset_that_made_the_data(self):
        rng = np.random.default_rng(0)
        logits = rng.normal(0, 2, 40000)
        right = (rng.random(40000) < 1 / (1 + np.exp(-(0.5 * logits - 1)))).astype(float)
        scale, offset = calibration.fit(logits, right)
        self.assertAlmostEqual(scale, 0.5, delta=0.03)
        self.assertAlmostEqual(offset, -1, delta=0.05)

    def test_prior_offsets_raise_the_rare_and_leave_the_untaught(self):
        offsets = calibration.prior_offsets(np.array([[0.5, 0.01, 0.0]] * 4), 0.3)
        self.assertLess(offsets[0], offsets[1])
        self.assertEqual(offsets[2], 0)

    def test_refuses_a_scale_that_is_not_positive(self):
        path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "c.json")
        calibration.Calibration(-1.0, 0.0, np.zeros(3)).save(path)
        with self.assertRaisesRegex(NetworkFileError, "not positive"):
            calibration.Calibration.load(path)


if __name__ == "__main__":
    unittest.main()
