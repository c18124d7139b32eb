"""The student with batch normalisation folded away: a list of layers and the arrays they use.

Export, evaluation and tests all start from this one form, whether the weights come from a
published pair of .npz and .json files or from a training checkpoint.
"""

import json
import os
from dataclasses import dataclass

import numpy as np

OPERATIONS = ("affine", "conv2d", "save", "add", "pool", "dense")


class NetworkFileError(Exception):
    """A weight file that is missing, incomplete, or describes another network than it holds."""


@dataclass
class FoldedNetwork:
    """Layers in execution order, and arrays named `<layer>.weight` and `<layer>.bias`.

    layers: dictionaries with the key `op`, one of OPERATIONS.
    arrays: float32; convolution weights are (outputs, inputs / groups, height, width),
            dense weights are (outputs, inputs).
    """

    layers: list
    arrays: dict

    def check(self, label_count):
        """Raises NetworkFileError unless every layer finds arrays of the shape it declares."""
        for layer in self.layers:
            if layer["op"] not in OPERATIONS:
                raise NetworkFileError(f"layer operation: found '{layer['op']}', expected one of {OPERATIONS}")
            if layer["op"] in ("conv2d", "dense") and layer["name"] + ".weight" not in self.arrays:
                raise NetworkFileError(f"layer '{layer['name']}': no array '{layer['name']}.weight'")
            if layer["op"] == "conv2d":
                self._check_convolution(layer)
        for name, array in self.arrays.items():
            if not np.isfinite(array).all():
                raise NetworkFileError(f"array '{name}': found values that are not finite")
        found = self.arrays["out.weight"].shape[0]
        if found != label_count:
            raise NetworkFileError(f"layer 'out': found {found} outputs, expected one for each of {label_count} labels")
        return self

    def _check_convolution(self, layer):
        expected = (layer["outputs"], layer["inputs"] // layer["groups"], *layer["kernel"])
        found = self.arrays[layer["name"] + ".weight"].shape
        if found != expected:
            raise NetworkFileError(f"layer '{layer['name']}': found weights of shape {found}, expected {expected}")
        if layer["bias"] != (layer["name"] + ".bias" in self.arrays):
            raise NetworkFileError(f"layer '{layer['name']}': bias declared {layer['bias']}, but the arrays differ")

    @property
    def parameter_count(self):
        return sum(array.size for array in self.arrays.values())


def load_npz(path):
    """Reads `path` (.npz) and the architecture beside it (.json)."""
    architecture = os.path.splitext(path)[0] + ".json"
    for required in (path, architecture):
        if not os.path.exists(required):
            raise NetworkFileError(f"network file '{required}': not found")
    with np.load(path) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    with open(architecture) as stream:
        return FoldedNetwork(json.load(stream)["layers"], arrays)
