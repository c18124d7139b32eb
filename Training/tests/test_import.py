"""Imported checkpoints give what their own runtimes give."""

import os
import unittest

import numpy as np
import torch
from signals import SIGNALS

from import_model import class_names, convert
from soundmodel import labels
from soundmodel.coreml_interpreter import predict
from soundmodel.folded import NetworkFileError
from soundmodel.mn04 import FILE_NAME as MN04_FILE
from soundmodel.mn04 import load_mn04
from soundmodel.torch_frontend import double_rate
from soundmodel.yamnet import FILE_NAME as YAMNET_FILE
from soundmodel.yamnet import YAMNet

MODELS = os.path.join(os.path.dirname(__file__), "../../../shared/models")


def model(name):
    return os.path.join(MODELS, name)


class Refusal(unittest.TestCase):
    def test_missing_files(self):
        for kind in ("mobilenet", "yamnet"):
            with self.assertRaisesRegex(NetworkFileError, "not found"):
                convert("/nowhere/file", kind, "identifiers")

    def test_class_names_are_unique(self):
        for file_name, count in (("audioset-classes.csv", 527), ("yamnet-classes.csv", 521)):
            self.assertEqual(len(set(class_names(file_name))), count)


@unittest.skipUnless(os.path.exists(model(YAMNET_FILE)), f"no {model(YAMNET_FILE)}")
class ImportedYAMNet(unittest.TestCase):
    def test_agrees_with_tensorflow_lite(self):
        teacher, specification = YAMNet(model(YAMNET_FILE)), convert(model(YAMNET_FILE), "yamnet", "audioset")
        for name, make in SIGNALS.items():
            expected, (found, _) = teacher.window(make()), predict(specification, make())
            self.assertIn(expected.argmax(), np.argsort(-found)[:2], name)
            if name == "LCG":  # the file's runtime rounds activations to 8 bits, which empties the weak bands of tones
                np.testing.assert_allclose(found, expected, atol=0.02)


@unittest.skipUnless(os.path.exists(model(MN04_FILE)), f"no {model(MN04_FILE)}")
class ImportedMN04(unittest.TestCase):
    def test_agrees_with_pytorch(self):
        teacher, specification = load_mn04(model(MN04_FILE)), convert(model(MN04_FILE), "mobilenet", "identifiers")
        table, taught = labels.padded_index(labels.audioset_classes_of_identifiers())
        for name, make in SIGNALS.items():
            x = torch.tensor(make(), dtype=torch.float32)[None]
            logits, embedding = teacher(x)
            expected = torch.sigmoid(logits)[0].numpy()[table].max(axis=1) * taught
            found, found_embedding = predict(specification, double_rate(x)[0].numpy())
            np.testing.assert_allclose(found, expected, atol=1e-3, err_msg=name)
            np.testing.assert_allclose(found_embedding, embedding[0].numpy(), atol=5e-3, err_msg=name)


if __name__ == "__main__":
    unittest.main()
