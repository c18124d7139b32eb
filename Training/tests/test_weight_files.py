"""Weight files that are not what they should be are refused in a sentence; those of other widths are read."""

import json
import os
import tempfile
import unittest

import numpy as np
import torch
from signals import SIGNALS

from import_model import convert
from soundmodel import folded, labels, mn04
from soundmodel.coreml_interpreter import predict
from soundmodel.folded import NetworkFileError
from soundmodel.torch_frontend import double_rate
from soundmodel.yamnet import YAMNet

HTML = b"<!DOCTYPE html><html><body>Not found</body></html>"
# The channels of MobileNetV3-Large, scaled and rounded as its authors do.
STAGES = [
    (16, 16), (64, 24), (72, 24), (72, 40), (120, 40), (120, 40), (240, 80), (200, 80),
    (184, 80), (184, 80), (480, 112), (672, 112), (672, 160), (960, 160), (960, 160),
]  # fmt: skip


def widths(factor):
    def scaled(channels):
        return mn04.divisible(channels * factor)

    stages = tuple((scaled(expanded), scaled(outputs)) for expanded, outputs in STAGES)
    return mn04.Widths(scaled(16), stages, 6 * stages[-1][1], scaled(1280))


def published(network):
    """A network's arrays under the names of a published checkpoint."""
    names, state = mn04._published_names(network), {}
    for key, value in network.state_dict().items():
        ours = max((name for name in names if key.startswith(name)), key=len)
        state[names[ours] + key[len(ours) :]] = value
    return state


def random_network(factor):
    torch.manual_seed(1)
    network = mn04.MobileNet(widths(factor)).eval()
    with torch.no_grad():
        for module in network.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.running_var.uniform_(0.5, 2)
                module.bias.normal_(0, 0.2)
    return network.requires_grad_(False)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name="x.pt"):
        return os.path.join(self.folder, name)

    def file(self, name, content):
        with open(self.path(name), "wb") as stream:
            stream.write(content)
        return self.path(name)

    def saved(self, content, name="x.pt"):
        torch.save(content, self.path(name))
        return self.path(name)


class MobileNets(Files):
    def test_mn04_is_of_the_family(self):
        self.assertEqual(widths(0.4), mn04.MN04_WIDTHS)

    def test_of_another_width_are_no_teacher(self):
        path = self.saved(published(random_network(0.1)))
        with self.assertRaisesRegex(NetworkFileError, r"array 'features.2.block.\d.0.weight': found shape|no array"):
            mn04.load_mn04(path)

    def test_damaged_files_are_refused(self):
        whole = self.saved(published(mn04.MobileNet()))
        with open(whole, "rb") as stream:
            cut = stream.read(100_000)
        for path, reason in (
            (self.file("cut.pt", cut), "cannot be read"),
            (self.file("page.pt", HTML), "cannot be read"),
            (self.saved([1, 2], "list.pt"), "found list, expected a dictionary"),
            (self.saved(dict(a=torch.zeros(1)), "other.pt"), "no array 'features.*none of EfficientAT's"),
            (self.path("gone.pt"), "not found"),
        ):
            for load in (mn04.load_mn04, mn04.load_mobilenet):
                with self.subTest(path=path, load=load), self.assertRaisesRegex(NetworkFileError, reason):
                    load(path)

    def test_every_width_is_read_from_the_shapes(self):
        for factor in (0.1, 0.2, 0.4, 0.5, 1.0):
            with self.subTest(factor):
                network = random_network(factor)
                loaded = mn04.load_mobilenet(self.saved(published(network)))
                for name, value in network.state_dict().items():
                    torch.testing.assert_close(loaded.state_dict()[name], value, msg=name)

    def test_another_width_becomes_a_core_ml_model_that_agrees(self):
        network = random_network(0.2)
        specification = convert(self.saved(published(network), "mn02_as_mAP_378.pt"), "mobilenet", "audioset")
        x = torch.tensor(SIGNALS["LCG"](), dtype=torch.float32)[None]
        logits, embedding = network(x)
        found, found_embedding = predict(specification, double_rate(x)[0].numpy())
        np.testing.assert_allclose(found, torch.sigmoid(logits)[0].numpy(), atol=1e-3)
        np.testing.assert_allclose(found_embedding, embedding[0].numpy(), atol=5e-3)
        self.assertEqual(len(found), labels.AUDIOSET_CLASS_COUNT)

    def test_those_with_another_front_end_are_refused_by_name(self):
        for name in ("mn10_as_hop_15_mAP_463.pt", "mn10_as_mels_40_mAP_453.pt", "mn10_as_fc_s2221_mAP_466.pt"):
            with self.assertRaisesRegex(NetworkFileError, "by its name it has another hop"):
                convert(self.path(name), "mobilenet", "audioset")


class TensorFlowLite(Files):
    def test_damaged_files_are_refused(self):
        for content in (HTML, b"", b"\x1c\0\0\0TFL3" + bytes(50)):
            with self.assertRaisesRegex(NetworkFileError, "cannot be read as TensorFlow Lite"):
                YAMNet(self.file("yamnet.tflite", content))


class Folded(Files):
    def network(self, **changes):
        arrays = {"out.weight": np.ones((3, 2), np.float32), "out.bias": np.zeros(3, np.float32), **changes}
        arrays = {name: array for name, array in arrays.items() if array is not None}
        return folded.FoldedNetwork([dict(op="dense", name="out", activation="none")], arrays)

    def test_missing_arrays_are_named(self):
        self.network().check(3)
        for name in ("out.weight", "out.bias"):
            with self.assertRaisesRegex(NetworkFileError, f"layer 'out': no array '{name}'"):
                self.network(**{name: None}).check(3)
        with self.assertRaisesRegex(NetworkFileError, "layer 'out': no array 'out.weight'"):
            folded.FoldedNetwork([], {}).check(3)

    def test_damaged_files_are_refused(self):
        np.savez(self.path("whole.npz"), a=np.ones(1000))
        with open(self.path("whole.npz"), "rb") as stream:
            cut = stream.read(500)
        for name, content in (("page.npz", HTML), ("cut.npz", cut), ("none.npz", b"")):
            self.file(name.replace("npz", "json"), b'{"layers": []}')
            with self.subTest(name), self.assertRaisesRegex(NetworkFileError, f"{name}': cannot be read"):
                folded.load_npz(self.file(name, content))
        for content in (HTML, b"{}", b"[]", json.dumps(dict(layer=[])).encode()):
            self.file("whole.json", content)
            with self.assertRaisesRegex(NetworkFileError, "whole.json': found no list of layers"):
                folded.load_npz(self.path("whole.npz"))


if __name__ == "__main__":
    unittest.main()
