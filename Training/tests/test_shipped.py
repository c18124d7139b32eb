"""The model that ships is what the kept checkpoint and calibration export to."""

import os
import unittest

import numpy as np
import torch
from coremltools.proto.Model_pb2 import Model
from signals import SIGNALS

from export_model import DEFAULT_OUTPUT, describe, finished
from soundmodel import frontend, labels
from soundmodel.coreml_interpreter import predict
from soundmodel.runner import Runner
from train import START

CALIBRATION = os.path.join(os.path.dirname(START), "calibration.json")


class ShippedModel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.network = finished(START, CALIBRATION)
        with open(DEFAULT_OUTPUT, "rb") as stream:
            cls.shipped = Model.FromString(stream.read())

    def test_is_the_export_of_the_kept_checkpoint(self):
        version = self.shipped.description.metadata.versionString
        self.assertEqual(describe(self.network, version), self.shipped)

    def test_agrees_with_pytorch_for_windows_of_any_length(self):
        rng, runner = np.random.default_rng(0), Runner(self.network)
        sounds = [make() for make in SIGNALS.values()]
        sounds += [rng.normal(0, 10 ** rng.uniform(-4, -1), int(rng.uniform(0.5, 6) * 16000)) for _ in range(5)]
        for samples in sounds:
            features = frontend.log_mel(samples)
            probabilities, embedding = predict(self.shipped, features)
            logits, expected = runner(torch.from_numpy(features)[None])
            np.testing.assert_allclose(probabilities, torch.sigmoid(logits)[0].numpy(), atol=1e-3)
            np.testing.assert_allclose(embedding, expected[0].numpy(), atol=5e-3)

    def test_hears_silence_in_silence_and_little_else(self):
        names = labels.identifiers()
        for samples in (np.zeros(48000), np.zeros(8000)):
            probabilities, _ = predict(self.shipped, frontend.log_mel(samples))
            self.assertEqual(names[probabilities.argmax()], "silence")
            self.assertLess(np.sort(probabilities)[-2], 0.2)

    def test_hears_nothing_it_is_sure_of_in_a_constant(self):
        self.assertLess(predict(self.shipped, frontend.log_mel(np.full(48000, 0.5)))[0].max(), 0.5)

    def test_gives_identifiers_without_a_teacher_low_scores(self):
        untaught = [labels.identifiers().index(name) for name in labels.untaught()]
        for make in SIGNALS.values():
            self.assertLess(predict(self.shipped, frontend.log_mel(make()))[0][untaught].max(), 0.05)


if __name__ == "__main__":
    unittest.main()
